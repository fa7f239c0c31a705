import type {
  DiskRow,
  LiveFetchRow,
  LiveMergeRow,
  LiveMutationRow,
  LiveStatementRow,
  RunningMoveRow,
} from '@frostline/clickhouse'
import { diskOfPath, markStatement, type PlacedDisk, tierOfDisk } from '@frostline/domain'
import type { LiveFetch, LiveMerge, LiveMove, LiveMutation, LiveStatement } from './schema.ts'

/** The run is added by whoever knows the ledger. */
export function toLiveStatement(node: string, row: LiveStatementRow): LiveStatement {
  const facts = {
    queryId: row.query_id,
    initialQueryId: row.initial_query_id,
    byConsole: row.by_console,
    logComment: row.log_comment,
    readOnly: row.read_only,
  }
  return {
    node,
    queryId: row.query_id,
    initialQueryId: row.initial_query_id,
    isPart: !row.is_initial_query,
    user: row.user,
    startedAt: row.started_at,
    elapsedSeconds: row.elapsed ?? 0,
    isStopping: row.is_cancelled,
    kind: row.query_kind,
    database: row.database,
    text: row.text,
    textChars: row.text_length,
    fingerprint: row.fingerprint,
    readRows: row.read_rows,
    readBytes: row.read_bytes,
    totalRows: row.total_rows,
    writtenRows: row.written_rows,
    writtenBytes: row.written_bytes,
    // The tracker may be below zero for a moment.
    memoryBytes: row.memory_bytes < 0n ? 0n : row.memory_bytes,
    storeBytes: row.store_bytes,
    storeWrittenBytes: row.store_written_bytes,
    storeRequests: row.store_requests,
    cacheBytes: row.cache_bytes,
    missedBytes: row.missed_bytes,
    frostline: markStatement(facts),
    run: null,
  }
}

interface Disks {
  rows: readonly DiskRow[]
  placed: readonly PlacedDisk[]
}

function placeOfPart(path: string, { rows, placed }: Disks): Pick<LiveMerge, 'disk' | 'tier'> {
  const named = rows.map((row) => ({
    ...{ name: row.name, path: row.path },
    isCache: row.cache_path !== '' && !rows.some(({ cached_by }) => cached_by === row.name),
  }))
  const disk = diskOfPath(path, named)
  return { disk, tier: disk === null ? 'unknown' : tierOfDisk(disk, placed) }
}

export function toLiveMerge(node: string, row: LiveMergeRow, disks: Disks): LiveMerge {
  return {
    node,
    database: row.database,
    table: row.table,
    part: row.result_part_name,
    partitionId: row.partition_id,
    ...placeOfPart(row.result_part_path, disks),
    elapsedSeconds: row.elapsed ?? 0,
    progress: row.progress ?? 0,
    bytes: row.bytes,
    isMutation: row.is_mutation,
    kind: row.merge_type,
    sourceParts: row.num_parts,
    readRows: row.rows_read,
    memoryBytes: row.memory_usage,
  }
}

export function toLiveFetch(node: string, row: LiveFetchRow, disks: Disks): LiveFetch {
  return {
    node,
    database: row.database,
    table: row.table,
    part: row.result_part_name,
    partitionId: row.partition_id,
    ...placeOfPart(row.result_part_path, disks),
    elapsedSeconds: row.elapsed ?? 0,
    progress: row.progress ?? 0,
    bytes: row.bytes,
    readBytes: row.read_bytes,
    source: row.source_replica_hostname,
    toDetached: row.to_detached,
  }
}

/** The run is added by whoever knows the ledger. */
export function toLiveMove(node: string, row: RunningMoveRow, { placed }: Disks): LiveMove {
  return {
    node,
    database: row.database,
    table: row.table,
    part: row.part_name,
    bytes: row.part_size,
    elapsedSeconds: row.elapsed ?? 0,
    disk: row.target_disk_name,
    tier: tierOfDisk(row.target_disk_name, placed),
    run: null,
  }
}

export function toLiveMutation(node: string, row: LiveMutationRow): LiveMutation {
  const hasFailed = row.latest_fail_reason !== ''
  return {
    node,
    database: row.database,
    table: row.table,
    mutationId: row.mutation_id,
    command: row.text,
    commandChars: row.text_length,
    fingerprint: row.fingerprint,
    createdAt: row.create_time,
    ageSeconds: Math.max(0, Number(row.age_seconds)),
    partsLeft: row.parts_to_do,
    failedPart: hasFailed ? row.latest_failed_part : null,
    failedAt: hasFailed ? row.latest_fail_time : null,
    failure: hasFailed ? row.latest_fail_reason : null,
    isReplicated: row.replicated,
  }
}
