import { z } from 'zod'
import { logicalBasis, logicalSizes } from '../../platform/reading/logical-sizes.ts'
import { replicationSums } from '../../platform/reading/replication-sums.ts'
import {
  clusterKey,
  coverage,
  freshFlag,
  observed,
  queryFlag,
  tierSizes,
} from '../../platform/reading/schema.ts'

export const engineFamilies = ['merge-tree', 'distributed', 'view', 'other'] as const
const tableSorts = [
  'name',
  'engine',
  'policy',
  'bytes',
  'hot',
  'cold',
  'parts',
  'rows',
  'partitions',
] as const

export const listTablesInput = z.object({
  cluster: clusterKey,
  fresh: freshFlag,
  search: z.string().max(255).default('').describe('Part of `database.table`, case-insensitive.'),
  database: z.string().max(255).optional(),
  policy: z.string().max(255).optional(),
  family: z.enum(engineFamilies).optional(),
  includeSystem: queryFlag.default(false),
  sort: z.enum(tableSorts).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  limit: z.number().int().min(1).max(1_000).default(100),
  offset: z.number().int().min(0).max(1_000_000).default(0),
})
export type ListTablesInput = z.input<typeof listTablesInput>

/** More are too many to send to a browser. */
export const maxTableNames = 50_000

export const listTableNamesInput = z.object({ cluster: clusterKey })
export type ListTableNamesInput = z.input<typeof listTableNamesInput>

export const tableNames = z.object({
  databases: z.array(z.object({ name: z.string(), tables: z.array(z.string()) })),
  complete: z.boolean().describe('False: there are more tables than are listed.'),
})
export type TableNames = z.infer<typeof tableNames>

export const tableName = z.object({ database: z.string(), table: z.string() })

const tableSummary = tableName.extend({
  engine: z.string().describe('Of the first node that has the table.'),
  family: z.enum(engineFamilies),
  storagePolicy: z.string().nullable().describe('Null for engines without one.'),
  partitionKey: z.string(),
  sortingKey: z.string(),
  ttl: z.string().describe('Empty when there is none.'),
  modifiedAt: z.date().describe('Last change of the definition on any node.'),
  differs: z
    .array(z.enum(['engine', 'storagePolicy', 'partitionKey', 'sortingKey', 'ttl']))
    .describe('Differences between the nodes that have the table.'),
  tiers: tierSizes
    .nullable()
    .describe(
      'Physical: of all nodes, copies of replicas included. Objects that replicas share count once. Null for engines that have no parts.',
    ),
  totalBytes: z.bigint().nullable().describe('Physical.'),
  sharedBytes: z
    .bigint()
    .nullable()
    .describe(
      'Bytes that replicas refer to in addition: objects of zero-copy replication stored by another replica.',
    ),
  logical: logicalSizes.nullable().describe('Every row once.'),
  partitions: z.number().int().nullable().describe('Maximum of all nodes.'),
  presentOn: z.array(z.string()),
  absentFrom: z.array(z.string()).describe('Nodes that were read and do not have it.'),
  readsFrom: tableName
    .extend({ cluster: z.string() })
    .nullable()
    .describe('The local table under a Distributed one.'),
  readBy: z.array(tableName).describe('Distributed tables over this one.'),
})
export type TableSummary = z.infer<typeof tableSummary>

export const tableList = observed(
  z.object({
    coverage,
    total: z.number().int().describe('Tables that match, before paging.'),
    totals: z
      .object({
        tiers: tierSizes.describe('Physical.'),
        totalBytes: z.bigint().describe('Physical.'),
        logical: logicalSizes,
        withParts: z
          .number()
          .int()
          .describe('Tables with active parts. Views and Distributed tables have none.'),
      })
      .describe('Of all that match.'),
    databases: z.array(z.object({ name: z.string(), tables: z.number().int() })),
    policies: z.array(z.string()),
    replication: z
      .array(replicationSums.extend({ node: z.string() }))
      .describe('Of all replicated tables of the nodes that answered, regardless of the filter.'),
    tables: z.array(tableSummary),
  }),
)
export type TableList = z.infer<typeof tableList>

export const tableRef = z.object({
  cluster: clusterKey,
  database: z.string().min(1).max(255),
  table: z.string().min(1).max(255),
  fresh: freshFlag,
})

const partitionSorts = ['oldest', 'newest', 'bytes', 'parts', 'partition'] as const

export const listPartitionsInput = tableRef.extend({
  sort: z.enum(partitionSorts).default('newest'),
  limit: z.number().int().min(1).max(10_000).default(2_000),
  offset: z.number().int().min(0).max(1_000_000).default(0),
})
export type ListPartitionsInput = z.input<typeof listPartitionsInput>

const bytesByTier = z.object({
  parts: z.bigint(),
  rows: z.bigint().describe('Physical.'),
  hotBytes: z.bigint(),
  coldBytes: z.bigint(),
  unknownBytes: z.bigint(),
})

const partitionView = bytesByTier.extend({
  logicalRows: z.bigint().nullable().describe('Each once. Null: not known on any node.'),
  logicalFrom: z.array(z.string()).describe('Nodes of these copies.'),
  partitionId: z.string(),
  partition: z.string().describe('The value of the partition key.'),
  period: z
    .object({
      unit: z.enum(['year', 'quarter', 'month', 'week', 'day', 'hour']),
      year: z.number().int(),
      month: z.number().int(),
      day: z.number().int(),
    })
    .nullable()
    .describe('Time range of the partition. Null: the key has no time.'),
  bytes: z.bigint().describe('Physical: on all nodes. Objects that replicas share count once.'),
  sharedBytes: z.bigint().describe('Bytes that replicas refer to in addition.'),
  uncompressedBytes: z.bigint().describe('On all nodes.'),
  minTime: z.date().nullable(),
  maxTime: z.date().nullable().describe('For a key of dates, the end of the last day.'),
  minLevel: z.number().int(),
  maxLevel: z.number().int(),
  lastModified: z
    .date()
    .describe('When a part of it was last inserted, merged, mutated or moved to another disk.'),
  largestPartBytes: z.bigint(),
  moveTtlMin: z.date().nullable().describe('When the first part is due to move by TTL.'),
  moveTtlMax: z.date().nullable(),
  partsWithoutMoveTtl: z.bigint(),
  moving: z.boolean().describe('A move of one of its parts is running on a node.'),
  nodes: z.array(bytesByTier.extend({ node: z.string() })).describe('Nodes with parts of it.'),
})
export type PartitionView = z.infer<typeof partitionView>

export const partitionList = observed(
  z.object({
    coverage,
    partitionKey: z.string(),
    timeLike: z.boolean().describe('The partition key is a time expression.'),
    total: z.number().int().describe('Partitions over all nodes, before paging.'),
    truncated: z.boolean().describe('A node has more than 10,000 partitions. Only the newest are listed.'),
    totals: bytesByTier.extend({ bytes: z.bigint(), logicalRows: z.bigint().nullable() }),
    logical: logicalBasis.describe('How the unique rows were counted.'),
    partitions: z.array(partitionView),
  }),
)
export type PartitionList = z.infer<typeof partitionList>

export const getPartitionMapInput = tableRef
export type GetPartitionMapInput = z.input<typeof getPartitionMapInput>

export const packedPartitionMap = z
  .object({
    nodes: z.array(z.string()),
    unit: z.enum(['year', 'quarter', 'month', 'week', 'day', 'hour']).nullable(),
    partitionIds: z.array(z.string()),
    partitions: z.array(z.string()),
    periods: z.string(),
    moving: z.array(z.number().int()),
    sums: z.string(),
    shares: z.array(z.string()),
  })
  .describe('All partitions, oldest first. Decode with unpackPartitionMap.')

export const partitionMap = observed(
  z.object({
    coverage,
    partitionKey: z.string(),
    timeLike: z.boolean(),
    total: z.number().int(),
    truncated: z.boolean().describe('A node has more than 10,000 partitions. Only the newest are listed.'),
    packed: packedPartitionMap,
  }),
)
export type PartitionMap = z.infer<typeof partitionMap>
