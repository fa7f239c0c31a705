import { tiers } from '@frostline/domain'
import { z } from 'zod'
import { coverage, observed } from '../../platform/reading/schema.ts'
import { tableRef } from './schema.ts'

export const partSorts = ['partition', 'name', 'bytes', 'rows', 'level', 'modified'] as const

/** Each node returns everything up to the end of a page, so deep pages would cost more and more. */
export const deepestPart = 10_000

export const listPartsInput = tableRef.extend({
  node: z.string().max(255).optional(),
  disk: z.string().max(255).optional().describe('A disk, or another name of the same storage.'),
  tier: z.enum(['hot', 'cold']).optional(),
  partitionId: z.string().max(1024).optional(),
  search: z.string().max(255).default('').describe('Part of the name.'),
  active: z.enum(['active', 'inactive', 'all']).default('active'),
  minBytes: z.bigint().min(0n).optional(),
  maxBytes: z.bigint().min(0n).optional(),
  minLevel: z.number().int().min(0).max(2_147_483_647).optional(),
  maxLevel: z.number().int().min(0).max(2_147_483_647).optional(),
  minAgeSeconds: z
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .optional()
    .describe('Since the part was written.'),
  maxAgeSeconds: z.number().int().min(0).max(2_147_483_647).optional(),
  sort: z.enum(partSorts).default('partition'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  limit: z.number().int().min(1).max(1_000).default(100),
  offset: z
    .number()
    .int()
    .min(0)
    .max(deepestPart - 1_000, 'Use a filter instead of paging this far.')
    .default(0),
})
export type ListPartsInput = z.input<typeof listPartsInput>

const partView = z.object({
  node: z.string(),
  name: z.string(),
  partitionId: z.string(),
  partition: z.string(),
  type: z.string(),
  active: z.boolean(),
  disk: z.string(),
  tier: z.enum(tiers),
  rows: z.bigint(),
  bytes: z.bigint(),
  uncompressedBytes: z.bigint(),
  files: z.bigint().nullable().describe('Null where the server does not count them, before 26.1.'),
  level: z.number().int(),
  modifiedAt: z
    .date()
    .describe('When it was inserted, merged, mutated or moved to another disk, whichever came last.'),
  removedAt: z.date().nullable(),
  minTime: z.date().nullable(),
  maxTime: z.date().nullable(),
  hash: z.string(),
  moveTtls: z.array(z.object({ expression: z.string(), min: z.date().nullable(), max: z.date().nullable() })),
})
export type PartView = z.infer<typeof partView>

export const partList = observed(
  z.object({
    coverage,
    total: z.bigint().describe('Matching parts on all nodes that were read, before paging.'),
    reachable: z
      .number()
      .int()
      .describe('Number of parts that paging can reach. Use a filter to see the others.'),
    disks: z
      .array(z.object({ name: z.string(), tier: z.enum(tiers) }))
      .describe('Disks of all nodes, to filter by.'),
    parts: z.array(partView),
  }),
)
export type PartList = z.infer<typeof partList>

export const getPartShapesInput = tableRef
export type GetPartShapesInput = z.input<typeof getPartShapesInput>

export const partShapes = observed(
  z.object({
    coverage,
    shapes: z
      .array(
        z.object({
          age: z.number().int().describe('Index of the age: last hour, 24 hours, 7 days, 30 days, older.'),
          size: z.number().int().describe('Index of the size: up to 1 MiB, 100 MiB, 10 GiB, larger.'),
          parts: z.bigint(),
          bytes: z.bigint(),
        }),
      )
      .describe('Active parts of all nodes: one entry for each age and size.'),
  }),
)
export type PartShapes = z.infer<typeof partShapes>
