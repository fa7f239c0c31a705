import { tiers } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey, coverage, freshFlag, observed } from '../reading/schema.ts'

export const perMonth = z.number().nullable().describe('In the currency of the price book. Null: not known.')

export const getCostsInput = z.object({
  cluster: clusterKey,
  search: z.string().max(255).default('').describe('In the name of the table.'),
  limit: z.coerce.number().int().min(1).max(100_000).default(500),
  fresh: freshFlag,
})

const storedOnDisk = z.object({
  disk: z.string(),
  tier: z.enum(tiers),
  bytes: z.bigint(),
  objects: z.bigint().describe('Approximate number of objects of active parts. On a local disk: files.'),
  perMonth,
})

const tableCost = z.object({
  database: z.string(),
  table: z.string(),
  hotBytes: z.bigint(),
  coldBytes: z.bigint(),
  unknownBytes: z.bigint(),
  hotPerMonth: perMonth,
  coldPerMonth: perMonth,
  perMonth,
  shared: z
    .boolean()
    .describe(
      'Replicas of a shard share one copy on object storage, which counts once (zero-copy replication).',
    ),
})
export type TableCost = z.infer<typeof tableCost>

/** Of active parts, over all replicas: each copy is billed, a shared one once. */
export const clusterCosts = observed(
  z.object({
    coverage,
    currency: z.string(),
    perMonth: perMonth.describe('Of the nodes that answered, all tables and idle space.'),
    tiers: z
      .array(z.object({ tier: z.enum(tiers), bytes: z.bigint(), objects: z.bigint(), perMonth }))
      .describe('Empty: no node answered.'),
    idlePerMonth: z.number().describe('For local disks charged by capacity: cost that belongs to no table.'),
    disks: z.array(storedOnDisk),
    found: z.number().int().describe('Matching tables, highest cost first.'),
    tables: z.array(tableCost),
  }),
)
export type ClusterCosts = z.infer<typeof clusterCosts>
