import { z } from 'zod'
import { tableMark } from './place-table.ts'

const name = z.string().min(1).max(255)

/**
 * What a run reads: `hot` local disks alone; `cold` object storage, past every cache; `cache-first` object storage through a
 * cache that has nothing of it; `cache-second` the cache alone.
 */
export const benchTiers = ['hot', 'cold', 'cache-first', 'cache-second'] as const
export type BenchTier = (typeof benchTiers)[number]

export const tierBenchmarkSpec = z
  .object({
    node: name,
    database: name,
    table: name.describe('For a Distributed table, choose its local table.'),
    query: z
      .string()
      .trim()
      .min(1)
      .max(50_000)
      .describe(`One SELECT. ${tableMark} stands for the table, or its copy.`),
    data: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('copies'),
        partitions: z.array(name).min(1).max(1_000).describe('Ids of those that are copied.'),
        hotDisk: name,
        coldDisk: name.describe('On object storage; behind a cache for the tiers with one.'),
      }),
      z.object({
        kind: z.literal('in-place'),
        mayEmptyCache: z
          .boolean()
          .default(false)
          .describe('What the node has cached of the table is dropped before each cache-first run.'),
      }),
    ]),
    tiers: z.array(z.enum(benchTiers)).min(1).max(benchTiers.length),
    runs: z.number().int().min(1).max(50).default(5).describe('Of each tier.'),
    maxSeconds: z.number().int().min(1).max(3_600).default(120).describe('Of one run.'),
    threads: z.number().int().min(0).max(256).default(0).describe('0: as the server does.'),
    centsPerMillionGets: z
      .number()
      .min(0)
      .max(100_000)
      .optional()
      .describe('What the store takes for GETs. Default: as the price book of the cluster has it.'),
    currency: z.string().min(1).max(8).optional().describe('Of that price. Default: that of the price book.'),
  })
  .refine(({ data, query }) => data.kind === 'in-place' || query.includes(tableMark), {
    message: `Write ${tableMark} in place of the table name, so that the copies can be read.`,
    path: ['query'],
  })
  .refine(
    ({ data, tiers }) => data.kind === 'copies' || data.mayEmptyCache || !tiers.includes('cache-first'),
    {
      message: 'In place, the first run with a cache needs leave to drop what is cached of the table.',
      path: ['tiers'],
    },
  )
export type TierBenchmarkSpec = z.infer<typeof tierBenchmarkSpec>
