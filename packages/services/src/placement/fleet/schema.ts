import { oddityKinds } from '@frostline/domain'
import { z } from 'zod'
import { coverage, freshFlag, observed, tierSizes } from '../../platform/reading/schema.ts'
import { tableName } from '../table/schema.ts'

const fleetSorts = [
  'name',
  'cluster',
  'bytes',
  'cold',
  'partitions',
  'partsPerPartition',
  'growth',
  'nextDue',
  'oddities',
] as const

/** What a saved view keeps. */
export const fleetFilter = z.object({
  search: z.string().max(255).default('').describe('Part of `database.table`, case-insensitive.'),
  cluster: z.string().max(255).optional().describe('Slug. Default: all clusters.'),
  oddity: z
    .enum([...oddityKinds, 'any'])
    .optional()
    .describe('Only tables with this oddity, or with any.'),
  tier: z.enum(['hot', 'cold']).optional().describe('Only tables with bytes on this tier.'),
  sort: z.enum(fleetSorts).default('oddities'),
  direction: z.enum(['asc', 'desc']).default('desc'),
})

export const listFleetInput = fleetFilter.extend({
  fresh: freshFlag,
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type ListFleetInput = z.input<typeof listFleetInput>

const fleetTable = tableName.extend({
  cluster: z.string().describe('Slug.'),
  clusterName: z.string(),
  engine: z.string(),
  ttl: z.string().nullable().describe('Empty: none. Null: nodes differ.'),
  partitionKey: z.string(),
  storagePolicy: z.string().nullable(),
  partitions: z.number().int().describe('Maximum of all nodes.'),
  parts: z.bigint().describe('On all nodes.'),
  partsPerPartition: z.number().nullable().describe('Average of one node. Null: there are no partitions.'),
  totalBytes: z.bigint().describe('Physical: on all nodes. Objects that replicas share count once.'),
  tiers: tierSizes,
  growth: z.object({
    bytesPerDay: z.number().nullable().describe('Written by inserts, before merges. Null: not known.'),
    measuredDays: z.number().nullable(),
    reason: z.string().nullable().describe('Why it is not known.'),
  }),
  nextDue: z
    .object({ kind: z.enum(['move', 'delete']), at: z.date() })
    .nullable()
    .describe('When the TTL moves or deletes the next part. Null: nothing is to come.'),
  lateParts: z.bigint().describe('Parts that are due to move or expire and have not.'),
  oddities: z.array(
    z.object({ kind: z.enum(oddityKinds), sentence: z.string().describe('With its figures.') }),
  ),
  missingNodes: z
    .array(z.string())
    .describe('Nodes of the cluster that did not answer. Sums are then incomplete.'),
})
export type FleetTable = z.infer<typeof fleetTable>

const fleetCluster = z.object({
  slug: z.string(),
  name: z.string(),
  nodes: z.number().int(),
  coverage,
  error: z.string().nullable().describe('Why the cluster could not be read at all.'),
  tables: z.number().int(),
})
export type FleetCluster = z.infer<typeof fleetCluster>

export const fleetList = observed(
  z.object({
    total: z.number().int().describe('Tables that match, before paging.'),
    all: z.number().int().describe('Tables of all clusters.'),
    totalBytes: z.bigint().describe('Of all that match. Physical.'),
    oddities: z
      .array(z.object({ kind: z.enum(oddityKinds), tables: z.number().int() }))
      .describe('Tables with each oddity, regardless of the filter.'),
    clusters: z.array(fleetCluster),
    tables: z.array(fleetTable),
  }),
)
export type FleetList = z.infer<typeof fleetList>
