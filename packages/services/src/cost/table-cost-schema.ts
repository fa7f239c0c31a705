import { usualBytesPerGet } from '@frostline/domain'
import { z } from 'zod'
import { coverage, observed, queryFlag } from '../reading/schema.ts'
import { tableRef } from '../table/schema.ts'
import { perMonth } from './costs-schema.ts'

export const getTableCostInput = tableRef.extend({
  countReads: queryFlag
    .default(false)
    .describe('Count how often each partition is read, in query_log, which may be large: true or false.'),
  hours: z.coerce.number().int().min(1).max(2_160).default(168).describe('Over which reads are counted.'),
  readsPerDay: z.coerce
    .number()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Of each partition, on each replica, instead of what query_log has counted.'),
  share: z.coerce.number().min(0).max(1).default(0.1).describe('What one query reads of a partition.'),
  cached: z.coerce.number().min(0).max(1).default(0).describe('What of that comes from a cache.'),
  bytesPerGet: z.coerce
    .number()
    .int()
    .min(65_536)
    .max(2 ** 30)
    .default(usualBytesPerGet)
    .describe('What one GET brings of a large file. Requests of a table tell what it is.'),
  coldDisk: z.string().max(255).optional().describe('By whose prices the cold tier is judged.'),
})

const partitionCost = z.object({
  partitionId: z.string(),
  partition: z.string(),
  newestAt: z.date().describe('Newest time of its rows, or when its last part was written.'),
  datedBy: z.enum(['rows', 'parts']),
  parts: z.bigint(),
  files: z.bigint(),
  hotBytes: z.bigint(),
  coldBytes: z.bigint(),
  unknownBytes: z.bigint(),
  perMonth,
  readsPerDay: z.number().nullable().describe('On each replica. Null: no log tells and none were assumed.'),
  move: z
    .object({
      once: z.number().describe('For the requests of the move.'),
      readsPerDayLimit: z
        .number()
        .nullable()
        .describe('Queries a day on each replica: read more often it costs more cold. Null: never.'),
    })
    .nullable()
    .describe('Of what lies hot, to the cold disk. Null: nothing lies hot, or there is no cold disk.'),
  breakEven: z
    .object({
      savedPerMonth: z.number(),
      months: z.number().nullable().describe('Until the move is paid for. Null: never.'),
      ageDays: z.number().nullable().describe('How old its newest rows are by then. Null: never.'),
    })
    .nullable()
    .describe('Of that move. Null: there is none, or how the partition is read is not known.'),
})
export type PartitionCost = z.infer<typeof partitionCost>

export const tableCostDetail = observed(
  z.object({
    coverage,
    currency: z.string(),
    database: z.string(),
    table: z.string(),
    perMonth,
    shared: z.boolean().describe('Replicas of a shard have one copy on object storage: it counts once.'),
    truncated: z.boolean().describe('A node has more than 10,000 partitions; the largest are here.'),
    coldDisks: z.array(z.string()).describe("Of the table's policy, on object storage."),
    coldDisk: z.string().nullable().describe('By whose prices the cold tier is judged. Null: it has none.'),
    localBasis: z.enum(['used', 'provisioned']),
    readsSince: z
      .date()
      .nullable()
      .describe('From when on all query logs tell. Null: none is kept, or none was read.'),
    nodesWithoutReads: z.array(z.string()),
    partitions: z.array(partitionCost),
  }),
)
export type TableCostDetail = z.infer<typeof tableCostDetail>
