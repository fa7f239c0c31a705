import {
  type DiskRow,
  failedPartMoves,
  listDisks,
  listStoragePolicies,
  moveSwitches,
  type PartMoveTtlRow,
  parseTableTtl,
  partMoveTtls,
  runningMerges,
  runningMoves,
  sameStorage,
  type TableMoveStateRow,
  tableMoveState,
  tierOfDisk,
  unfinishedMutations,
} from '@frostline/clickhouse'
import {
  type DestinationDisk,
  explainReplica,
  findStop,
  mayBeStopped,
  type PartExplanation,
  type PlacedPart,
  type PlacedReplica,
  readMoveRules,
  type StoragePolicy,
} from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { toPolicy } from '../tier-migration/to-domain.ts'
import type { TablePlans } from './read-plans.ts'
import { createTtlReader, toDateColumns } from './to-part-ttls.ts'

export interface PlacementOfNode {
  replica: PlacedReplica
  explanations: PartExplanation[]
}

/** Failed moves are counted over this period. */
const FAILURES_SECONDS = 3600

/**
 * Everything on one node that determines where a table's parts are, judged. Null when the table does not exist.
 * query_log, the only large table here, is searched for STOP MOVES only where some part has no better reason.
 */
export async function observePlacement(
  reader: NodeReader,
  node: string,
  at: { database: string; table: string },
  plans: TablePlans,
): Promise<PlacementOfNode | null> {
  const [[state], parts, disks, policies, merges, moves, mutations, failures] = await Promise.all([
    reader.ask(tableMoveState, at),
    reader.ask(partMoveTtls, at),
    reader.ask(listDisks, {}),
    reader.ask(listStoragePolicies, {}),
    reader.ask(runningMerges, at),
    reader.ask(runningMoves, at),
    reader.ask(unfinishedMutations, at),
    reader.askIfOffered(failedPartMoves, { ...at, seconds: FAILURES_SECONDS }),
  ])
  if (!state) return null
  refuseOtherEngines(state, at)
  const policy = toPolicy(policies, state.storage_policy) ?? { name: state.storage_policy, volumes: [] }
  const replica: PlacedReplica = {
    node,
    nowMs: state.server_time.getTime(),
    policy,
    disks: disks.map(toDestinationDisk),
    rules: readRules(state, at),
    partitionKey: state.partition_key,
    dateColumns: toDateColumns(state),
    parts: toPlacedParts(parts, state, policy, disks),
    movingParts: new Set(moves.map((row) => row.part_name)),
    mergingParts: new Map(
      merges.flatMap((row) =>
        row.source_part_names.map(
          (name) => [name, { mutation: row.is_mutation, resultPart: row.result_part_name }] as const,
        ),
      ),
    ),
    materializingParts: new Map(
      mutations
        .filter((row) => /\bMATERIALIZE\s+TTL\b/i.test(row.command))
        .flatMap((row) => row.parts_to_do_names.map((name) => [name, row.mutation_id] as const)),
    ),
    failedMoves:
      failures &&
      new Map(
        failures.map((row) => [
          row.part_name,
          {
            failures: Number(row.failures),
            lastMs: row.last_time.getTime(),
            errorCode: row.last_error,
            exception: row.last_exception,
          },
        ]),
      ),
    movePool: { busy: Number(state.movers_busy), size: Number(state.movers) },
    stopped: plans.stoppedByNode.get(node) ?? null,
    held: plans.heldByNode.get(node) ?? new Map(),
  }
  const explanations = explainReplica(replica)
  if (replica.stopped || !mayBeStopped(explanations)) return { replica, explanations }
  const stopped = await readLoggedStop(reader, at)
  if (!stopped) return { replica, explanations }
  const stoppedReplica = { ...replica, stopped }
  return { replica: stoppedReplica, explanations: explainReplica(stoppedReplica) }
}

/** A TTL that cannot be parsed must not look like one without rules. */
function readRules(state: TableMoveStateRow, at: { database: string; table: string }) {
  const ttl = parseTableTtl(state.engine_full)
  const rules = readMoveRules(ttl)
  if (rules) return rules
  throw new ServiceError('refused', `Cannot parse the TTL of ${at.database}.${at.table}: ${ttl}`, {
    hint: 'Check the definition of the table. Its parts can still be moved manually.',
  })
}

async function readLoggedStop(
  reader: NodeReader,
  at: { database: string; table: string },
): Promise<PlacedReplica['stopped']> {
  const rows = await reader.askIfOffered(moveSwitches, {})
  const found = findStop(
    (rows ?? []).toReversed().map((row) => ({
      statement: row.query,
      currentDatabase: row.current_database,
      atMs: row.event_time.getTime(),
      by: row.initial_user,
    })),
    at,
  )
  return found && { source: 'query-log', sinceMs: found.atMs, by: found.by }
}

function refuseOtherEngines(state: TableMoveStateRow, at: { database: string; table: string }): void {
  if (state.engine.endsWith('MergeTree')) return
  throw new ServiceError(
    'invalid',
    `${at.database}.${at.table} has the engine ${state.engine}, which has no parts.`,
    { hint: 'Choose the local MergeTree table behind it.' },
  )
}

function toDestinationDisk(row: DiskRow): DestinationDisk {
  return {
    name: row.name,
    // The server's view of one disk: it does not know of others on its file system.
    unreservedBytes: tierOfDisk(row) === 'local' ? row.unreserved_space : null,
    unusable: row.is_broken || row.is_read_only,
  }
}

function toPlacedParts(
  rows: readonly PartMoveTtlRow[],
  state: TableMoveStateRow,
  policy: StoragePolicy,
  disks: readonly DiskRow[],
): PlacedPart[] {
  const known = policy.volumes.flatMap((volume) => volume.disks)
  const readTtls = createTtlReader(state)
  const names = new Map<string, string>()
  const placeOf = (disk: string): string => {
    const present = names.get(disk)
    if (present !== undefined) return present
    const aliases = sameStorage(disk, disks)
    const name = known.includes(disk) ? disk : (known.find((one) => aliases.has(one)) ?? disk)
    names.set(disk, name)
    return name
  }
  return rows.map((row) => ({
    name: row.name,
    partitionId: row.partition_id,
    partition: row.partition,
    disk: placeOf(row.disk_name),
    rows: row.rows,
    bytesOnDisk: row.bytes_on_disk,
    ttls: readTtls(row),
    maxDateMs: row.max_date === null ? null : Date.parse(row.max_date),
    maxTimeMs: row.max_time?.getTime() ?? null,
  }))
}
