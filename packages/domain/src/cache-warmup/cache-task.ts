import { z } from 'zod'
import { hasCustomSql, warmupPace, warmupSpec } from './warmup-spec.ts'

const name = z.string().min(1).max(255)

/** What a cache schedule does at each due time. */
export const cacheTask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('warmup'),
    spec: warmupSpec,
    bytesPerSecond: warmupPace.default(null),
  }),
  z.object({
    kind: z.literal('drop'),
    cache: name,
    table: z
      .object({ database: name, table: name })
      .nullable()
      .default(null)
      .describe('Only cached data of this table. Null: the whole cache.'),
    nodes: z.array(name).min(1).max(1_000).nullable().default(null).describe('Null: all.'),
  }),
])
export type CacheTask = z.infer<typeof cacheTask>

/** Role required: custom SQL is for admins. */
export function roleForTask(task: CacheTask): 'operator' | 'admin' {
  return task.kind === 'warmup' && hasCustomSql(task.spec) ? 'admin' : 'operator'
}
