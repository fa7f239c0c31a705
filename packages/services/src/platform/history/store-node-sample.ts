import type { DiskRow, NodeCountersRow, ReplicaSumsRow, TableDiskSizeRow } from '@frostline/clickhouse'
import {
  addSamples,
  cacheSamples,
  type Database,
  diskSamples,
  holdNodeReading,
  nodeSamples,
  replaceNodeReading,
  replicaSamples,
} from '@frostline/db'
import { subtractCounters } from '@frostline/domain'
import { toDiskView } from '../reading/to-disk.ts'
import { toNodeCounters } from './to-node-counters.ts'

interface NodeFacts {
  counters: NodeCountersRow
  disks: readonly DiskRow[]
  runningMoves: bigint
  replication: ReplicaSumsRow
  /** Null: the sizes of tables could not be read. */
  rows: readonly TableDiskSizeRow[] | null
}

/** All samples of one node and the base of the next ones, together or not at all. */
export async function storeNodeSample(
  db: Database,
  at: { clusterId: string; nodeName: string },
  facts: NodeFacts,
  now: Date,
): Promise<void> {
  const { clusterId, nodeName } = at
  const counters = toNodeCounters(facts.counters)
  const startedAt = facts.counters.started_at
  await db.$transaction(async (tx) => {
    const before = await holdNodeReading(tx, at)
    if (before && before.at >= now) return
    await replaceNodeReading(tx, { ...at, at: now, startedAt, ...counters })
    const place = { clusterId, at: now }
    await addSamples(tx, diskSamples, place, toDiskSamples(nodeName, facts))
    const { tables, max_delay, read_only } = facts.replication
    // A node without replicated tables has no delay, not one of zero.
    if (tables > 0n)
      await addSamples(tx, replicaSamples, place, [
        { nodeName, delaySeconds: max_delay, readOnlyTables: read_only },
      ])
    if (!before) return
    const { counted, coveredMs } = subtractCounters(
      { counters: before, startedAtMs: before.startedAt.getTime() },
      { counters, startedAtMs: startedAt.getTime() },
      {
        elapsedMs: now.getTime() - before.at.getTime(),
        uptimeMs: facts.counters.uptime_seconds * 1000,
      },
    )
    const sample = { nodeName, coveredMs: BigInt(coveredMs), ...counted }
    const { metrics } = facts.counters
    await addSamples(tx, cacheSamples, place, [
      {
        ...sample,
        sizeBytes: metrics.FilesystemCacheSize ?? 0n,
        limitBytes: metrics.FilesystemCacheSizeLimit ?? 0n,
        segments: metrics.FilesystemCacheElements ?? 0n,
      },
    ])
    await addSamples(tx, nodeSamples, place, [
      {
        ...sample,
        parts: metrics.PartsActive ?? 0n,
        runningMoves: facts.runningMoves,
        queueEntries: facts.replication.queue,
      },
    ])
  })
}

interface DiskLevel {
  nodeName: string
  disk: string
  usedBytes: bigint
  totalBytes: bigint | null
}

/** A disk on object storage has no limit: what it holds are the parts on it, known only if sizes could be read. */
function toDiskSamples(nodeName: string, { disks, rows }: NodeFacts): DiskLevel[] {
  return disks.flatMap((row): DiskLevel[] => {
    const { name: disk, totalBytes, freeBytes } = toDiskView(row, disks)
    if (totalBytes !== null && freeBytes !== null)
      return [{ nodeName, disk, usedBytes: totalBytes - freeBytes, totalBytes }]
    if (!rows) return []
    const usedBytes = rows
      .filter(({ disk_name }) => disk_name === disk)
      .reduce((sum, { active_bytes }) => sum + active_bytes, 0n)
    return [{ nodeName, disk, usedBytes, totalBytes: null }]
  })
}
