import { nodeCounters } from '@frostline/clickhouse'
import {
  addToCacheBuckets,
  forgetCacheSamples,
  holdCacheReading,
  replaceCacheReading,
  takeCacheTurn,
} from '@frostline/db'
import { cacheGrainNames, floorToGrain, oldestKept, subtractCounters } from '@frostline/domain'
import type { ServiceContext } from '../platform/base/context.ts'
import { firstRow } from '../platform/reading/first-row.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { toCacheCounters } from './cached-disks.ts'

/**
 * Stores what each node counted since the previous sample, once a minute over all workers. A node that does not answer
 * gets no row, so its history has a gap.
 */
export async function sampleCaches(ctx: ServiceContext, clusterId: string): Promise<void> {
  const now = ctx.now()
  if (!(await takeCacheTurn(ctx.db, clusterId, floorToGrain(now, 'minute')))) return
  const { readings } = await readCluster(ctx, { cluster: clusterId, fresh: true }, async (reader) =>
    firstRow(await reader.ask(nodeCounters, {}), nodeCounters.name),
  )
  const buckets = cacheGrainNames.map((grain) => ({ grain, at: floorToGrain(now, grain) }))
  for (const { node, value } of readings) {
    const at = { clusterId, nodeName: node.name }
    const counters = toCacheCounters(value)
    await ctx.db.$transaction(async (tx) => {
      const before = await holdCacheReading(tx, at)
      await replaceCacheReading(tx, { ...at, at: now, ...counters })
      if (!before || before.at >= now) return
      const sample = {
        ...at,
        ...subtractCounters(before, counters),
        coveredMs: BigInt(now.getTime() - before.at.getTime()),
        sizeBytes: value.metrics.FilesystemCacheSize ?? 0n,
        limitBytes: value.metrics.FilesystemCacheSizeLimit ?? 0n,
        segments: value.metrics.FilesystemCacheElements ?? 0n,
      }
      await addToCacheBuckets(tx, sample, buckets)
    })
  }
  await forgetCacheSamples(
    ctx.db,
    clusterId,
    cacheGrainNames.map((grain) => ({ grain, since: oldestKept(now, grain) })),
  )
}
