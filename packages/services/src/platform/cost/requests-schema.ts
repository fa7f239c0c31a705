import { z } from 'zod'
import { clusterKey, coverage, observed } from '../reading/schema.ts'
import { perMonth } from './costs-schema.ts'

export const getRequestCostsInput = z.object({
  cluster: clusterKey,
  hours: z.coerce.number().int().min(1).max(720).default(24),
})

const counted = z.object({
  writes: z.bigint().describe('PUT, COPY, LIST and parts of uploads.'),
  reads: z.bigint().describe('GET and HEAD.'),
  readBytes: z.bigint(),
})

const partlyCounted = z.object({
  writes: z.bigint().nullable().describe('Null: no node that answered has blob_storage_log.'),
  reads: z.bigint().nullable().describe('Null: no node that answered has query_log.'),
  readBytes: z.bigint().nullable(),
  perMonth: perMonth.describe('Null: not known, or the logs cover less than an hour.'),
})

export const requestCosts = observed(
  z.object({
    coverage,
    currency: z.string(),
    since: z.date(),
    nodes: z.array(
      z.object({
        node: z.string(),
        writesSince: z.date().nullable().describe('Start of blob_storage_log. Null: no log.'),
        readsSince: z.date().nullable().describe('Start of query_log. Null: no log.'),
        sinceStart: counted.extend({ startedAt: z.date(), perMonth }).describe('All requests, by counters.'),
      }),
    ),
    nodesWithoutWrites: z.array(z.string()).describe('Nodes without blob_storage_log.'),
    nodesWithoutReads: z.array(z.string()).describe('Nodes without query_log.'),
    tables: z.array(partlyCounted.extend({ database: z.string(), table: z.string() })),
    ofNoTable: partlyCounted.describe(
      'Of dropped tables, and of queries on several tables or on no table of the node.',
    ),
    perMonth: perMonth.describe('By the counters of the nodes that answered.'),
  }),
)
export type RequestCosts = z.infer<typeof requestCosts>
