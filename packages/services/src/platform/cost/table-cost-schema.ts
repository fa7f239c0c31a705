import { usualBytesPerGet } from '@frostline/domain'
import { z } from 'zod'
import { tableRef } from '../../placement/table/schema.ts'
import { coverage, observed, queryFlag } from '../reading/schema.ts'
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
    .describe('Per partition and replica, instead of the counts of query_log.'),
  share: z.coerce.number().min(0).max(1).default(0.1).describe('Share of a partition that one query reads.'),
  cached: z.coerce.number().min(0).max(1).default(0).describe('Share of that read from a cache.'),
  bytesPerGet: z.coerce
    .number()
    .int()
    .min(65_536)
    .max(2 ** 30)
    .default(usualBytesPerGet)
    .describe('Bytes of a large file read by one GET. See the requests of the table.'),
  coldDisk: z.string().max(255).optional().describe('Disk whose prices are used for the cold tier.'),
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
  readsPerDay: z
    .number()
    .nullable()
    .describe('On each replica. Null: no log has reads and none were assumed.'),
  move: z
    .object({
      once: z.number().describe('For the requests of the move.'),
      readsPerDayLimit: z
        .number()
        .nullable()
        .describe(
          'Break-even reads per day on each replica. Above it, cold storage costs more. Null: never.',
        ),
    })
    .nullable()
    .describe('For the hot data, to the cold disk. Null: no hot data, or no cold disk.'),
  breakEven: z
    .object({
      savedPerMonth: z.number(),
      months: z.number().nullable().describe('Time until the move pays off. Null: never.'),
      ageDays: z.number().nullable().describe('Age of its newest rows at that time. Null: never.'),
    })
    .nullable()
    .describe('Of that move. Null: no move, or the reads of the partition are not known.'),
})
export type PartitionCost = z.infer<typeof partitionCost>

export const tableCostDetail = observed(
  z.object({
    coverage,
    currency: z.string(),
    database: z.string(),
    table: z.string(),
    perMonth,
    shared: z.boolean().describe('Replicas of a shard share one copy on object storage, which counts once.'),
    truncated: z.boolean().describe('A node has more than 10,000 partitions. Only the largest are listed.'),
    coldDisks: z.array(z.string()).describe("Of the table's policy, on object storage."),
    coldDisk: z
      .string()
      .nullable()
      .describe('Disk whose prices are used for the cold tier. Null: no cold disk.'),
    localBasis: z.enum(['used', 'provisioned']),
    readsSince: z.date().nullable().describe('Start of all query logs. Null: no log, or not read.'),
    nodesWithoutReads: z.array(z.string()),
    partitions: z.array(partitionCost),
  }),
)
export type TableCostDetail = z.infer<typeof tableCostDetail>
