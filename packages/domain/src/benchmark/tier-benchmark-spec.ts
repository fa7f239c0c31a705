import { z } from 'zod'
import { tableMark } from './place-table.ts'

const name = z.string().min(1).max(255)

/**
 * What a run reads: `hot` only local disks; `cold` object storage, bypassing every cache; `cache-first` object storage
 * through an empty cache; `cache-second` only the cache.
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
      .describe(`One SELECT. ${tableMark} stands for the table or its copy.`),
    data: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('copies'),
        partitions: z.array(name).min(1).max(1_000).describe('IDs of the partitions to copy.'),
        hotDisk: name,
        coldDisk: name.describe('On object storage. Must be a cache disk for the cache tiers.'),
      }),
      z.object({
        kind: z.literal('in-place'),
        mayEmptyCache: z
          .boolean()
          .default(false)
          .describe('Cached data of the table is dropped on the node before each cache-first run.'),
      }),
    ]),
    tiers: z.array(z.enum(benchTiers)).min(1).max(benchTiers.length),
    runs: z.number().int().min(1).max(50).default(5).describe('Of each tier.'),
    maxSeconds: z.number().int().min(1).max(3_600).default(120).describe('Of one run.'),
    threads: z.number().int().min(0).max(256).default(0).describe('0: server default.'),
    centsPerMillionGets: z
      .number()
      .min(0)
      .max(100_000)
      .optional()
      .describe('Price of GETs. Default: from the price book of the cluster.'),
    currency: z
      .string()
      .min(1)
      .max(8)
      .optional()
      .describe('Currency of the price. Default: that of the price book.'),
  })
  .refine(({ data, query }) => data.kind === 'in-place' || query.includes(tableMark), {
    message: `Use ${tableMark} instead of the table name, so that the copies can be read.`,
    path: ['query'],
  })
  .refine(
    ({ data, tiers }) => data.kind === 'copies' || data.mayEmptyCache || !tiers.includes('cache-first'),
    {
      message:
        'When run in place, the cache-first tier needs permission to drop the cached data of the table.',
      path: ['tiers'],
    },
  )
export type TierBenchmarkSpec = z.infer<typeof tierBenchmarkSpec>
