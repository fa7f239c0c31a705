import { z } from 'zod'
import { mergeView } from '../reading/merge-view.ts'
import { finishedMoveView, runningMoveView } from '../reading/move-views.ts'
import { replicationSums } from '../reading/replication-sums.ts'
import { clusterKey, coverage, freshFlag, nodeObservation, observed, tierSizes } from '../reading/schema.ts'
import { heldDisk } from '../reading/to-disk.ts'

export const listNodesInput = z.object({ cluster: clusterKey, fresh: freshFlag })
export type ListNodesInput = z.input<typeof listNodesInput>

export const getNodeInput = listNodesInput.extend({
  node: z.string().min(1).max(255).describe('Name of the node in its cluster.'),
})
export type GetNodeInput = z.input<typeof getNodeInput>

export const cacheCounters = z.object({
  sizeBytes: z.bigint(),
  limitBytes: z.bigint().describe('0 when the node has no cache.'),
  segments: z.bigint(),
  readFromCacheBytes: z.bigint().describe('Since the server started.'),
  readFromSourceBytes: z.bigint(),
  hitRatio: z.number().nullable().describe('Share of bytes read from the cache; null before the first read.'),
  evictedBytes: z.bigint(),
})

export const storeCounters = z.object({
  readRequests: z.bigint().describe('Since the server started.'),
  writeRequests: z.bigint(),
  readErrors: z.bigint(),
  writeErrors: z.bigint(),
  readBytes: z.bigint(),
  writtenBytes: z.bigint().nullable().describe('Null: the server does not count writes to Azure.'),
})

const nodeError = z.object({
  name: z.string(),
  code: z.number().int(),
  count: z.bigint().describe('Since the server started.'),
  lastAt: z.date().nullable(),
  lastMessage: z.string(),
  remote: z.boolean().describe('Reported by a peer.'),
})

const nodeFigures = z.object({
  displayName: z.string(),
  hostName: z.string(),
  version: z.string(),
  uptimeSeconds: z.number(),
  timezone: z.string(),
  tcpPort: z.number().int(),
  tiers: tierSizes,
  tables: z.number().int().describe('Tables with active parts, including system tables.'),
  disks: z.array(heldDisk),
  cache: cacheCounters,
  store: storeCounters,
  replication: replicationSums,
  runningMoves: z.array(runningMoveView),
  runningMerges: z.array(mergeView),
  errors: z.array(nodeError).describe('The latest first.'),
  logTables: z.array(
    z.object({
      name: z.string(),
      present: z.boolean(),
      rows: z.bigint().nullable(),
      bytes: z.bigint().nullable(),
    }),
  ),
})

const nodeView = nodeObservation
  .pick({ name: true, shard: true, replica: true, state: true, message: true })
  .extend({
    url: z.string(),
    figures: nodeFigures.nullable().describe('Null: the node could not be read.'),
  })
export type NodeView = z.infer<typeof nodeView>

export const nodeList = observed(z.object({ coverage, byNode: z.array(nodeView) }))
export type NodeList = z.infer<typeof nodeList>

export const nodeDetail = observed(
  nodeView.extend({
    more: z
      .object({
        macros: z.record(z.string(), z.string()),
        caches: z
          .array(
            z.object({
              name: z.string(),
              path: z.string(),
              maxBytes: z.bigint(),
              maxSegments: z.bigint(),
              currentBytes: z.bigint().nullable().describe('Null: not available in this version.'),
              currentSegments: z.bigint().nullable(),
              policy: z.string(),
              maxSegmentBytes: z.bigint(),
              fillsOnWrite: z.boolean(),
            }),
          )
          .nullable()
          .describe('Null: the console user may not read caches.'),
        recentMoves: z
          .array(finishedMoveView)
          .nullable()
          .describe('Of 24 hours, at most 100. Null without part_log.'),
      })
      .nullable(),
  }),
)
export type NodeDetail = z.infer<typeof nodeDetail>
