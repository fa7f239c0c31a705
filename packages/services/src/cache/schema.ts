import { z } from 'zod'
import { historyInput, historyOf } from '../platform/history/history-schema.ts'
import {
  clusterKey,
  coverage,
  freshFlag,
  nodeObservation,
  observed,
  queryFlag,
  queryNote,
} from '../platform/reading/schema.ts'

export const cachesInput = z.object({ cluster: clusterKey, fresh: freshFlag })

const ratio = z.number().nullable()

const countedByNode = z.object({
  fromCacheBytes: z.bigint(),
  fromStoreBytes: z.bigint().describe('Cache misses.'),
  byteHitRatio: ratio.describe('Null before the first read.'),
  hits: z.bigint().describe('Cache hits.'),
  misses: z.bigint(),
  requestHitRatio: ratio,
  downloadedBytes: z.bigint().describe('Written to the caches.'),
  evictedBytes: z.bigint(),
  evictedSegments: z.bigint(),
  storeRequests: z.bigint().describe('GETs to the store, including reads without a cache.'),
  storeBytesPerSecond: z
    .number()
    .nullable()
    .describe('Of one stream, for reads through a cache. Null before the first read.'),
})

const cacheView = z.object({
  name: z.string(),
  path: z.string(),
  disks: z.array(z.string()).describe('Disks that use it.'),
  sizeBytes: z.bigint().nullable().describe('Null: not available in this version.'),
  limitBytes: z.bigint(),
  segments: z.bigint().nullable(),
  segmentLimit: z.bigint(),
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type CacheView = z.infer<typeof cacheView>

export const cachesView = observed(
  z.object({
    coverage,
    byNode: z.array(
      nodeObservation.pick({ name: true, shard: true, replica: true, state: true, message: true }).extend({
        seen: z
          .object({
            uptimeSeconds: z.number().int(),
            sizeBytes: z.bigint().describe('Of all caches of the node.'),
            limitBytes: z.bigint(),
            segments: z.bigint(),
            counted: countedByNode.describe('Since the server started, for all caches of the node.'),
            caches: z.array(cacheView).nullable().describe('Null: the console user may not read caches.'),
          })
          .nullable()
          .describe('Null: the node could not be read.'),
      }),
    ),
  }),
)
export type CachesView = z.infer<typeof cachesView>

export const cacheHistoryInput = historyInput({
  node: z.string().min(1).max(255).optional().describe('Default: all nodes together.'),
})

const rate = z.number().describe('Bytes a second.')

export const cacheHistory = historyOf(
  z.object({
    fromCacheBytesPerSecond: rate,
    fromStoreBytesPerSecond: rate,
    evictedBytesPerSecond: rate,
    sizeBytes: z.bigint(),
    limitBytes: z.bigint(),
    byteHitRatio: ratio.describe('Null: nothing was read.'),
    requestHitRatio: ratio,
  }),
).extend({
  nodeNames: z.array(z.string()).describe('Of the cluster.'),
  rowsPerDay: z.number().int().describe('Written to the ledger for each node.'),
})
export type CacheHistory = z.infer<typeof cacheHistory>

export const coldQueriesInput = z.object({
  cluster: clusterKey,
  hours: z.coerce.number().int().min(1).max(168).default(24),
})

const coldQuery = z.object({
  hash: z.string().describe('normalized_query_hash, equal on all nodes.'),
  initial: z.boolean().describe('False: a secondary query of a query over a Distributed table.'),
  normalized: z.string().describe('Without its literals, at most 4,000 characters.'),
  latest: z.string().describe('The latest one in the log, with hidden secrets, at most 8,000 characters.'),
  latestAt: z.date(),
  users: z.array(z.string()).describe('At most five per node.'),
  nodes: z.array(z.string()),
  runs: z.bigint(),
  failed: z.bigint(),
  storeBytes: z.bigint().describe('From object storage, with or without a cache.'),
  cacheBytes: z.bigint(),
  missedBytes: z.bigint().describe('Cache misses.'),
  hitRatio: ratio.describe('Of the bytes read through a cache. Null: none.'),
  storeRequests: z.bigint(),
  durationMs: z.bigint().describe('Sum over runs and nodes.'),
})
export type ColdQuery = z.infer<typeof coldQuery>

export const coldQueryList = observed(
  z.object({
    coverage,
    since: z.date(),
    nodesWithoutLog: z.array(z.string()),
    found: z.number().int().describe('The 200 coldest of each node. At most 50 are listed in total.'),
    queries: z.array(coldQuery).describe('Most bytes from the store first.'),
  }),
)
export type ColdQueryList = z.infer<typeof coldQueryList>

export const cacheThrashInput = z.object({
  cluster: clusterKey,
  hours: z.coerce.number().int().min(1).max(168).default(24),
  log: queryFlag.default(false).describe('Also read filesystem_cache_log of each node, which may be large.'),
})

export const cacheThrash = z.object({
  observedAt: z.date(),
  nodes: z.array(nodeObservation),
  queries: z.array(queryNote.partial({ elapsedMs: true, rows: true, error: true })),
  data: z.object({
    since: z.date(),
    byNode: z.array(
      z.object({
        node: z.string(),
        verdict: z
          .enum(['unknown', 'calm', 'turning-over', 'scanning', 'suspect', 'thrashing'])
          .describe(
            'thrashing: the log shows repeated downloads of the same data. suspect: high eviction and most reads miss, and the log is needed to find the cause. scanning: the log shows new data each time. turning-over: high eviction, but most reads hit. unknown: no samples.',
          ),
        turnoverMs: z.number().nullable().describe('Time to replace its whole content. Null: no eviction.'),
        suggestedBytes: z
          .bigint()
          .nullable()
          .describe('Suggested size: all data requested in the log plus 20%.'),
        byteHitRatio: ratio,
        counts: z
          .object({
            coveredMs: z.number().describe('That was sampled.'),
            downloadedBytes: z.bigint(),
            evictedBytes: z.bigint(),
            limitBytes: z.bigint(),
          })
          .nullable()
          .describe('Null: no samples.'),
        logState: z
          .enum(['not-asked', 'read', 'empty', 'none', 'away'])
          .describe('none: the node has no such log. empty: no entries in the time range.'),
        log: z
          .object({
            queries: z.bigint().describe('Queries that write the log. Others are not included.'),
            workingSetBytes: z.bigint().describe('Requested data. Each 4 MiB segment counts once.'),
            downloadedBytes: z.bigint(),
            againBytes: z.bigint().describe('Of these, segments that another query had downloaded before.'),
            againPieces: z.bigint(),
          })
          .nullable(),
      }),
    ),
  }),
})
export type CacheThrash = z.infer<typeof cacheThrash>

export const cacheResidencyInput = z.object({
  cluster: clusterKey,
  look: z.uuid().optional().describe('An ID of your choice, to read the progress and to cancel.'),
})

const ofFiles = z.object({
  cachedBytes: z.bigint(),
  storedBytes: z.bigint().describe('Size of the same files on the disks behind the cache.'),
})

const resident = ofFiles.extend({
  segments: z.bigint(),
  files: z.bigint(),
  parts: z.bigint(),
  kinds: z.object({
    data: ofFiles,
    marks: ofFiles,
    primary_index: ofFiles,
    skip_index: ofFiles,
    other: ofFiles,
  }),
})

export const cacheResidency = observed(
  z.object({
    coverage,
    byNode: z.array(
      z.object({
        node: z.string(),
        cachedBytes: z.bigint().describe('Everything in system.filesystem_cache.'),
        unexplainedBytes: z
          .bigint()
          .describe(
            'Of these, bytes that belong to no table file (dropped or frozen tables, temporary data).',
          ),
      }),
    ),
    tables: z.array(
      resident.extend({
        database: z.string().describe('Empty: the table does not exist any more and is shown by its UUID.'),
        table: z.string(),
        nodes: z.array(z.string()),
        partitions: z.array(
          resident.extend({
            partitionId: z
              .string()
              .describe('Empty: files of no partition, such as those of detached parts.'),
            rest: z.boolean().describe('Total of all partitions after the 1,000 most cached of a node.'),
            topParts: z
              .array(ofFiles.extend({ node: z.string(), name: z.string() }))
              .describe('The ten with the most cached bytes.'),
          }),
        ),
      }),
    ),
  }),
)
export type CacheResidency = z.infer<typeof cacheResidency>

export const residencyLook = z.object({ cluster: clusterKey, look: z.uuid() })

export const residencyProgress = z.object({
  nodes: z
    .array(
      z.object({ node: z.string(), elapsedMs: z.number().int(), files: z.bigint().describe('Read so far.') }),
    )
    .describe('Nodes where it is running.'),
})
export type ResidencyProgress = z.infer<typeof residencyProgress>

export const stoppedResidency = z.object({
  nodes: z.array(
    z.object({ node: z.string(), fault: z.string().nullable().describe('Null: it was cancelled.') }),
  ),
})
export type StoppedResidency = z.infer<typeof stoppedResidency>

export const dropCacheInput = z
  .object({
    cluster: clusterKey,
    cache: z.string().min(1).max(255),
    database: z.string().min(1).max(255).optional().describe('With a table: drops only its cached data.'),
    table: z.string().min(1).max(255).optional(),
    nodes: z.array(z.string().min(1).max(255)).min(1).max(1_000).optional().describe('Default: all.'),
  })
  .refine(({ database, table }) => (database === undefined) === (table === undefined), {
    path: ['table'],
    error: 'Set both database and table, or neither.',
  })

export const dropPreview = observed(
  z.object({
    coverage,
    nodes: z
      .array(
        z.object({
          node: z.string(),
          bytes: z.bigint(),
          segments: z.bigint(),
          files: z.bigint(),
          statements: z.bigint().describe('One for a whole cache, or one per cached file of a table.'),
          sql: z.array(z.string()).describe('The first 1000 statements, as they will be sent.'),
          requests: z
            .bigint()
            .describe(
              'Estimated requests to the store to read it all again, by the requests of the node so far.',
            ),
          elapsedMs: z
            .number()
            .nullable()
            .describe(
              'Estimated time with one stream at the measured speed of the node. Null: it has read less than 4 MiB.',
            ),
        }),
      )
      .describe('Of the nodes that have the cache.'),
  }),
)
export type DropPreview = z.infer<typeof dropPreview>

export const dropReport = z.object({
  coverage,
  nodes: z.array(
    z.object({
      node: z.string(),
      droppedBytes: z.bigint(),
      leftBytes: z.bigint().describe('Left after the drop, as shown by the node: in use, or read again.'),
      statements: z.number().int(),
      fault: z.string().nullable().describe('Why not all statements were sent. Null: all were sent.'),
    }),
  ),
})
export type DropReport = z.infer<typeof dropReport>
