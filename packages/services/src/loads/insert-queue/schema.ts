import { z } from 'zod'
import { clusterKey, coverage, freshFlag, observed } from '../../platform/reading/schema.ts'

export const listInsertQueuesInput = z.object({ cluster: clusterKey, fresh: freshFlag })

const insertQueue = z.object({
  node: z.string(),
  database: z.string(),
  table: z.string(),
  files: z.bigint().describe('Accepted by the node and not yet sent to their shards.'),
  bytes: z.bigint().describe('Compressed.'),
  brokenFiles: z.bigint().describe('Broken files. The server does not retry them.'),
  brokenBytes: z.bigint(),
  errors: z.bigint().describe('Failed attempts since the node started.'),
  lastError: z.string().nullable(),
  lastErrorAt: z.date().nullable(),
  flushSql: z.string().describe('Statement that a flush sends to the node.'),
  blocked: z.boolean().describe('Sends are stopped on the node (SYSTEM STOP DISTRIBUTED SENDS).'),
})
export type InsertQueue = z.infer<typeof insertQueue>

export const insertQueueList = observed(
  z.object({
    coverage,
    totals: z.object({ files: z.bigint(), bytes: z.bigint(), brokenFiles: z.bigint() }),
    queues: z.array(insertQueue).describe('One per Distributed table and node, most bytes first.'),
  }),
)
export type InsertQueueList = z.infer<typeof insertQueueList>

export const flushInsertQueueInput = z.object({
  cluster: clusterKey,
  database: z.string().min(1).max(255),
  table: z.string().min(1).max(255),
  nodes: z.array(z.string().min(1).max(255)).min(1).max(1_000).optional().describe('Default: all.'),
})

export const flushReport = z.object({
  complete: z.boolean().describe('All queues are empty.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      drained: z
        .boolean()
        .nullable()
        .describe('State of the node afterwards. Null: the node could not be read.'),
      message: z.string(),
    }),
  ),
})
export type FlushReport = z.infer<typeof flushReport>
