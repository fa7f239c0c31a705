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
  writes: z.bigint().nullable().describe('Null: no node that was seen keeps blob_storage_log.'),
  reads: z.bigint().nullable().describe('Null: no node that was seen keeps query_log.'),
  readBytes: z.bigint().nullable(),
  perMonth: perMonth.describe('Null: not known, or the logs tell of less than an hour.'),
})

export const requestCosts = observed(
  z.object({
    coverage,
    currency: z.string(),
    since: z.date(),
    nodes: z.array(
      z.object({
        node: z.string(),
        writesSince: z.date().nullable().describe('From when on blob_storage_log tells. Null: not kept.'),
        readsSince: z.date().nullable().describe('From when on query_log tells. Null: not kept.'),
        sinceStart: counted.extend({ startedAt: z.date(), perMonth }).describe('All requests, by counters.'),
      }),
    ),
    nodesWithoutWrites: z.array(z.string()).describe('They keep no blob_storage_log.'),
    nodesWithoutReads: z.array(z.string()).describe('They keep no query_log.'),
    tables: z.array(partlyCounted.extend({ database: z.string(), table: z.string() })),
    ofNoTable: partlyCounted.describe(
      'Of tables that are gone, and of queries that name several tables or none of the node.',
    ),
    perMonth: perMonth.describe('By the counters of the nodes that were seen.'),
  }),
)
export type RequestCosts = z.infer<typeof requestCosts>
