import { z } from 'zod'

export const clusterKey = z.string().min(1).max(255).describe('Id or slug of the cluster.')

/** A boolean that may also be `true` or `false` in a query string. */
export const queryFlag = z
  .preprocess(
    (given: boolean | 'true' | 'false') => (given === 'true' ? true : given === 'false' ? false : given),
    z.boolean(),
  )
  .describe('true or false')

export const freshFlag = queryFlag
  .default(false)
  .describe('Read from the cluster now. Otherwise the answer may be a few seconds old. See observedAt.')

export const nodeObservation = z.object({
  name: z.string(),
  shard: z.number().int(),
  replica: z.number().int(),
  state: z.enum(['ok', 'unreachable', 'timeout', 'refused', 'failed']),
  message: z.string().nullable(),
  elapsedMs: z.number(),
})
export type NodeObservation = z.infer<typeof nodeObservation>

export const queryNote = z.object({
  name: z.string(),
  sql: z.string().describe('With its parameters as literals, ready to run in a client.'),
  node: z.string(),
  elapsedMs: z.number(),
  rows: z.number().int().nullable().describe('Null: the node did not answer.'),
  error: z.string().nullable(),
})
export type QueryNote = z.infer<typeof queryNote>

/** What every page reads: figures with their age, the nodes read, and the SQL behind them. */
export function observed<Data extends z.ZodType>(data: Data) {
  return z.object({
    observedAt: z.date().describe('When the oldest figure was read.'),
    nodes: z.array(nodeObservation),
    queries: z.array(queryNote),
    data,
  })
}

/** A sum over nodes says whether it is complete: an unreachable node never counts as zero. */
export const coverage = z.object({
  complete: z.boolean(),
  missingNodes: z.array(z.string()),
})
export type Coverage = z.infer<typeof coverage>

export const sizes = z.object({
  parts: z.bigint().describe('Active parts.'),
  rows: z.bigint(),
  bytes: z.bigint().describe('Bytes on disk.'),
})

export const tierSizes = z.object({
  hot: sizes.describe('On local disks.'),
  cold: sizes.describe('On object storage, with or without a cache.'),
  unknown: sizes.describe('On disks that the node does not list.'),
})
