import { z } from 'zod'

const name = z.string().min(1).max(255)

/** Checks run on a disk, in this order. */
export const conformanceChecks = [
  'write',
  'read',
  'read-cached',
  'check',
  'optimize',
  'update',
  'delete',
  'lightweight-delete',
  'detach',
  'attach',
  'move-write',
  'move-there',
  'move-back',
  'move-drop',
  'drop',
  'left',
] as const
export type ConformanceCheck = (typeof conformanceChecks)[number]

export const conformanceSpec = z.object({
  node: name,
  database: name.describe('Database for the tables of the check.'),
  disk: name,
  moves: z
    .object({
      policy: name.describe('Has the disk and another one.'),
      otherDisk: name,
      startsOn: z.enum(['disk', 'other']).describe('Where the policy puts new parts.'),
    })
    .nullable()
    .describe('Null: no policy has the disk and another one, so moves are skipped.'),
  cached: z.boolean().describe('The disk reads through a cache.'),
  rows: z.number().int().min(1_000).max(10_000_000).default(40_000),
})
export type ConformanceSpec = z.infer<typeof conformanceSpec>

/** The checks that apply to the disk. */
export function planConformance({
  moves,
  cached,
}: Pick<ConformanceSpec, 'moves' | 'cached'>): ConformanceCheck[] {
  return conformanceChecks.filter((check) => {
    if (check.startsWith('move-')) return moves !== null
    return check !== 'read-cached' || cached
  })
}

/** What has happened to the rows of the table. */
export interface ConformanceStage {
  updated: boolean
  deleted: boolean
  lightlyDeleted: boolean
}

/** Derived from the checks that passed. */
export function stageAfter(passed: ReadonlySet<string>): ConformanceStage {
  return {
    updated: passed.has('update'),
    deleted: passed.has('delete'),
    lightlyDeleted: passed.has('lightweight-delete'),
  }
}
