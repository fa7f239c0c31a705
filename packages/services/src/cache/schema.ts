import { cacheRangeNames } from '@frostline/domain'
import { z } from 'zod'
import {
  clusterKey,
  coverage,
  freshFlag,
  nodeObservation,
  observed,
  queryFlag,
  queryNote,
} from '../reading/schema.ts'

export const cachesInput = z.object({ cluster: clusterKey, fresh: freshFlag })

const ratio = z.number().nullable()

const countedByNode = z.object({
  fromCacheBytes: z.bigint(),
  fromStoreBytes: z.bigint().describe('Read through a cache that did not have it.'),
  byteHitRatio: ratio.describe('Null before the first read.'),
  hits: z.bigint().describe('Requests that a cache answered.'),
  misses: z.bigint(),
  requestHitRatio: ratio,
  downloadedBytes: z.bigint().describe('Written into the caches.'),
  evictedBytes: z.bigint(),
  evictedSegments: z.bigint(),
  storeRequests: z.bigint().describe('GETs to the store, of reads through no cache too.'),
  storeBytesPerSecond: z
    .number()
    .nullable()
    .describe('Of one stream, while a cache was read through. Null before the first read.'),
})

export const cacheView = z.object({
  name: z.string(),
  path: z.string(),
  disks: z.array(z.string()).describe('Disks that read through it.'),
  sizeBytes: z.bigint().nullable().describe('Null where the version does not tell.'),
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
            counted: countedByNode.describe('Since the server started, over all caches of the node.'),
            caches: z.array(cacheView).nullable().describe('Null where the user may not see caches.'),
          })
          .nullable()
          .describe('Null when the node could not be looked at.'),
      }),
    ),
  }),
)
export type CachesView = z.infer<typeof cachesView>

export const cacheHistoryInput = z.object({
  cluster: clusterKey,
  range: z
    .enum(cacheRangeNames)
    .default('day')
    .describe('hour: by the minute; day: by ten minutes; fortnight: by 2 h; quarter: 13 weeks by 12 h.'),
  node: z.string().min(1).max(255).optional().describe('Default: all nodes together.'),
})

const rate = z.number().describe('Bytes a second.')

export const cacheHistory = z.object({
  observedAt: z.date().nullable().describe('When the latest sample was written; null before the first.'),
  stepSeconds: z.number().int(),
  nodeNames: z.array(z.string()).describe('Of the cluster.'),
  points: z.array(
    z.object({
      at: z.date().describe('Start of the step.'),
      figures: z
        .object({
          fromCacheBytesPerSecond: rate,
          fromStoreBytesPerSecond: rate,
          evictedBytesPerSecond: rate,
          sizeBytes: z.bigint(),
          limitBytes: z.bigint(),
          byteHitRatio: ratio.describe('Null where nothing was read.'),
          requestHitRatio: ratio,
        })
        .nullable()
        .describe('Null where a node is missing: a sum without it would look like a drop.'),
      missingNodes: z.array(z.string()),
    }),
  ),
  gaps: z.array(z.object({ node: z.string(), from: z.date(), to: z.date() })),
  rowsPerDay: z.number().int().describe('Written to the ledger for each node.'),
  rowsAtMost: z.number().int().describe('Kept in the ledger for each node.'),
  queries: z.array(z.object({ name: z.string(), sql: z.string(), node: z.string() })),
})
export type CacheHistory = z.infer<typeof cacheHistory>

export const coldQueriesInput = z.object({
  cluster: clusterKey,
  hours: z.coerce.number().int().min(1).max(168).default(24),
})

export const coldQuery = z.object({
  hash: z.string().describe('normalized_query_hash, over all nodes the same.'),
  initial: z
    .boolean()
    .describe('False: a part that another node asked for, of a query over a Distributed table.'),
  normalized: z.string().describe('Without its literals; at most 4,000 characters.'),
  latest: z.string().describe('The latest as the log shows it, secrets hidden; at most 8,000 characters.'),
  latestAt: z.date(),
  users: z.array(z.string()).describe('At most five of each node.'),
  nodes: z.array(z.string()),
  runs: z.bigint(),
  failed: z.bigint(),
  storeBytes: z.bigint().describe('From object storage, through a cache or not.'),
  cacheBytes: z.bigint(),
  missedBytes: z.bigint().describe('Asked of a cache that did not have them.'),
  hitRatio: ratio.describe('Of the bytes asked of a cache. Null: none were.'),
  storeRequests: z.bigint(),
  durationMs: z.bigint().describe('Sum over runs and nodes.'),
})
export type ColdQuery = z.infer<typeof coldQuery>

export const coldQueryList = observed(
  z.object({
    coverage,
    since: z.date(),
    nodesWithoutLog: z.array(z.string()),
    found: z
      .number()
      .int()
      .describe('Each node names its 200 coldest; of these together at most 50 are listed.'),
    queries: z.array(coldQuery).describe('Most bytes from the store first.'),
  }),
)
export type ColdQueryList = z.infer<typeof coldQueryList>

export const cacheThrashInput = z.object({
  cluster: clusterKey,
  hours: z.coerce.number().int().min(1).max(168).default(24),
  log: queryFlag
    .default(false)
    .describe('Ask each node for its filesystem_cache_log too, which may be large.'),
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
            'thrashing: the log shows the same data downloaded again and again. suspect: much is evicted and most reads miss, and only the log could tell why. scanning: the log shows new data each time. turning-over: much is evicted, and most reads hit. unknown: no samples.',
          ),
        turnoverMs: z.number().nullable().describe('To replace all that it holds. Null: nothing goes.'),
        suggestedBytes: z
          .bigint()
          .nullable()
          .describe('A limit that would hold what the log was asked for, with a fifth to spare.'),
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
          .describe('none: the node keeps no such log. empty: no query wrote to it in the time.'),
        log: z
          .object({
            queries: z.bigint().describe('That write the log. Others are not seen.'),
            workingSetBytes: z.bigint().describe('Asked for, each piece of 4 MiB once.'),
            downloadedBytes: z.bigint(),
            againBytes: z.bigint().describe('Of these: pieces that another query had downloaded before.'),
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
  look: z.uuid().optional().describe('An id of your own, to ask for the progress and to stop it.'),
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
        cachedBytes: z.bigint().describe('All that system.filesystem_cache holds.'),
        unexplainedBytes: z
          .bigint()
          .describe('Of these: of no file of a table (dropped or frozen tables, temporary data).'),
      }),
    ),
    tables: z.array(
      resident.extend({
        database: z.string().describe('Empty: the table is no longer listed, and is named by its UUID.'),
        table: z.string(),
        nodes: z.array(z.string()),
        partitions: z.array(
          resident.extend({
            partitionId: z
              .string()
              .describe('Empty: files of no partition, such as those of detached parts.'),
            rest: z.boolean().describe('All partitions beyond the 1,000 most cached of a node together.'),
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
    .describe('Nodes where it is under way.'),
})
export type ResidencyProgress = z.infer<typeof residencyProgress>

export const stoppedResidency = z.object({
  nodes: z.array(
    z.object({ node: z.string(), fault: z.string().nullable().describe('Null: it was asked to stop.') }),
  ),
})
export type StoppedResidency = z.infer<typeof stoppedResidency>

export const dropCacheInput = z
  .object({
    cluster: clusterKey,
    cache: z.string().min(1).max(255),
    database: z.string().min(1).max(255).optional().describe('With a table: only what is cached of it.'),
    table: z.string().min(1).max(255).optional(),
    nodes: z.array(z.string().min(1).max(255)).min(1).max(1_000).optional().describe('Default: all.'),
  })
  .refine(({ database, table }) => (database === undefined) === (table === undefined), {
    path: ['table'],
    error: 'Give database and table, or neither.',
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
          statements: z.bigint().describe('One for a whole cache, one for each cached file of a table.'),
          sql: z.array(z.string()).describe('Those statements, as they are sent; the first 1000.'),
          requests: z
            .bigint()
            .describe('To the store, to read it all again; as many as the node needed so far.'),
          elapsedMs: z
            .number()
            .nullable()
            .describe(
              'The same with one stream at the speed that the node has measured. Null: it has read less than 4 MiB.',
            ),
        }),
      )
      .describe('Of those that have the cache.'),
  }),
)
export type DropPreview = z.infer<typeof dropPreview>

export const dropReport = z.object({
  coverage,
  nodes: z.array(
    z.object({
      node: z.string(),
      droppedBytes: z.bigint(),
      leftBytes: z.bigint().describe('In use meanwhile, or read again: as the node shows it afterwards.'),
      statements: z.number().int(),
      fault: z.string().nullable().describe('Why not all was sent. Null: it was.'),
    }),
  ),
})
export type DropReport = z.infer<typeof dropReport>
