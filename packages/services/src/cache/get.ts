import {
  type DiskRow,
  type FilesystemCacheRow,
  listCacheSettings,
  listDisks,
  listFilesystemCaches,
  type NodeCountersRow,
  nodeCounters,
  nodeIdentity,
} from '@frostline/clickhouse'
import { hitRatio } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { toCacheCounters } from '../platform/history/to-node-counters.ts'
import { firstRow } from '../platform/reading/first-row.ts'
import type { NodeReader } from '../platform/reading/node-reader.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { storeBytesPerSecond } from './cached-disks.ts'
import { type CachesView, type CacheView, cachesInput } from './schema.ts'

/** The filesystem caches of every node: usage, settings, and counters since the node's start. */
export async function getCaches(
  ctx: ServiceContext,
  given: z.input<typeof cachesInput>,
): Promise<CachesView> {
  const input = await authorizeInput(ctx, 'viewer', cachesInput, given)
  const { envelope, coverage, readings } = await readCluster(ctx, input, readCaches)
  return {
    ...envelope,
    data: {
      coverage,
      byNode: envelope.nodes.map(({ name, shard, replica, state, message }) => {
        const seen = readings.find(({ node }) => node.name === name)?.value ?? null
        return { name, shard, replica, state, message, seen }
      }),
    },
  }
}

async function readCaches(reader: NodeReader) {
  const [counted, identities, disks, caches, settings] = await Promise.all([
    reader.ask(nodeCounters, {}),
    reader.ask(nodeIdentity, {}),
    reader.ask(listDisks, {}),
    reader.askIfOffered(listFilesystemCaches, {}),
    reader.askIfOffered(listCacheSettings, {}),
  ])
  const row = firstRow(counted, nodeCounters.name)
  return {
    uptimeSeconds: firstRow(identities, nodeIdentity.name).uptime_seconds,
    sizeBytes: row.metrics.FilesystemCacheSize ?? 0n,
    limitBytes: row.metrics.FilesystemCacheSizeLimit ?? 0n,
    segments: row.metrics.FilesystemCacheElements ?? 0n,
    counted: toCounted(row),
    caches: caches?.map((cache) => toCacheView(cache, disks, settings ?? [])) ?? null,
  }
}

function toCounted(row: NodeCountersRow) {
  const counters = toCacheCounters(row)
  return {
    ...counters,
    byteHitRatio: hitRatio(counters.fromCacheBytes, counters.fromStoreBytes),
    requestHitRatio: hitRatio(counters.hits, counters.misses),
    storeBytesPerSecond: storeBytesPerSecond(row),
  }
}

/** Not settings: shown elsewhere in the view, or changing with usage. */
const figures = /^(cache_name|path|current_\w+|is_initialized)$/

function toCacheView(
  row: FilesystemCacheRow,
  disks: readonly DiskRow[],
  settings: readonly Record<string, unknown>[],
): CacheView {
  const own = settings.find(({ cache_name }) => cache_name === row.cache_name) ?? {}
  return {
    name: row.cache_name,
    path: row.path,
    disks: disks.filter(({ cache_path }) => cache_path === row.path).map(({ name }) => name),
    sizeBytes: row.current_size,
    limitBytes: row.max_size,
    segments: row.current_elements_num,
    segmentLimit: row.max_elements,
    settings: Object.entries(own)
      .filter(([name]) => !figures.test(name))
      .map(([name, value]) => ({ name, value: String(value) })),
  }
}
