import {
  listDisks,
  listLogTables,
  listNodeErrors,
  type NodeCountersRow,
  nodeCounters,
  nodeIdentity,
  replicaSums,
  runningMerges,
  runningMoves,
  sharedPartitionSizes,
  tableDiskSizes,
  usefulLogTables,
} from '@frostline/clickhouse'
import { hitRatio, splitByTier } from '@frostline/domain'
import type { z } from 'zod'
import { firstRow } from '../reading/first-row.ts'
import { toMerge } from '../reading/merge-view.ts'
import { toRunningMove } from '../reading/move-views.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { toReplicationSums } from '../reading/replication-sums.ts'
import { sumEvents } from '../reading/sum-events.ts'
import { tableKey } from '../reading/table-sizes.ts'
import { toDiskSizes, toHeldDisks, toPlacedDisks } from '../reading/to-disk.ts'
import type { cacheCounters, NodeView, storeCounters } from './schema.ts'

/** All that the node list shows of one: ten small queries. */
export async function readNode(reader: NodeReader, node: string): Promise<NonNullable<NodeView['figures']>> {
  const [identities, disks, sizes, counted, moves, merges, errors, replication, logs, shared] =
    await Promise.all([
      reader.ask(nodeIdentity, {}),
      reader.ask(listDisks, {}),
      reader.ask(tableDiskSizes, { include_system: true }),
      reader.ask(nodeCounters, {}),
      reader.ask(runningMoves, {}),
      reader.ask(runningMerges, {}),
      reader.ask(listNodeErrors, { limit: 200 }),
      reader.ask(replicaSums, {}),
      reader.ask(listLogTables, {}, { ttlMs: 5_000 }),
      reader.askIfOffered(sharedPartitionSizes, {}),
    ])
  const identity = firstRow(identities, nodeIdentity.name)
  const counters = firstRow(counted, nodeCounters.name)
  const placed = toPlacedDisks(disks)
  const filled = sizes.filter((row) => row.active_parts > 0n)
  return {
    displayName: identity.display_name,
    hostName: identity.host_name,
    version: identity.version,
    uptimeSeconds: identity.uptime_seconds,
    timezone: identity.timezone,
    tcpPort: identity.tcp_port,
    tiers: splitByTier(sizes.map(toDiskSizes), placed),
    tables: new Set(filled.map((row) => tableKey(row.database, row.table))).size,
    disks: toHeldDisks(disks, sizes, shared ?? []),
    cache: toCacheCounters(counters),
    store: toStoreCounters(counters),
    replication: toReplicationSums(firstRow(replication, replicaSums.name)),
    runningMoves: moves.map((row) => toRunningMove(node, row, placed)),
    runningMerges: merges.map((row) => toMerge(node, row)),
    errors: errors.map((row) => ({
      name: row.name,
      code: row.code,
      count: row.value,
      lastAt: row.last_error_time,
      lastMessage: row.last_error_message,
      remote: row.remote,
    })),
    logTables: usefulLogTables.map((name) => {
      const table = logs.find((row) => row.name === name)
      return {
        name,
        present: table !== undefined,
        rows: table?.total_rows ?? null,
        bytes: table?.total_bytes ?? null,
      }
    }),
  }
}

function toCacheCounters(row: NodeCountersRow): z.infer<typeof cacheCounters> {
  const fromCache = sumEvents(row.events, 'CachedReadBufferReadFromCacheBytes')
  const fromSource = sumEvents(row.events, 'CachedReadBufferReadFromSourceBytes')
  return {
    sizeBytes: row.metrics.FilesystemCacheSize ?? 0n,
    limitBytes: row.metrics.FilesystemCacheSizeLimit ?? 0n,
    segments: row.metrics.FilesystemCacheElements ?? 0n,
    readFromCacheBytes: fromCache,
    readFromSourceBytes: fromSource,
    hitRatio: hitRatio(fromCache, fromSource),
    evictedBytes: sumEvents(row.events, 'FilesystemCacheEvictedBytes'),
  }
}

function toStoreCounters(row: NodeCountersRow): z.infer<typeof storeCounters> {
  return {
    readRequests: sumEvents(row.events, 'S3ReadRequestsCount', 'AzureReadRequestsCount'),
    writeRequests: sumEvents(row.events, 'S3WriteRequestsCount', 'AzureWriteRequestsCount'),
    readErrors: sumEvents(row.events, 'S3ReadRequestsErrors', 'AzureReadRequestsErrors'),
    writeErrors: sumEvents(row.events, 'S3WriteRequestsErrors', 'AzureWriteRequestsErrors'),
    readBytes: sumEvents(row.events, 'ReadBufferFromS3Bytes', 'ReadBufferFromAzureBytes'),
    // No counter covers bytes written to Azure (26.7).
    writtenBytes:
      sumEvents(row.events, 'AzureWriteRequestsCount') > 0n
        ? null
        : sumEvents(row.events, 'WriteBufferFromS3Bytes'),
  }
}
