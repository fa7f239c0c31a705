import type { Database } from '@frostline/db'
import { z } from 'zod'
import { sumCaches } from '../../platform/history/sum-caches.ts'
import { hoursBefore } from '../../platform/reading/move-views.ts'
import { startFigures } from '../../platform/start-up/schema.ts'
import type { AdviceView } from './schema.ts'

const bytes = z.coerce.bigint()
const table = { database: z.string(), table: z.string() }

/** What an advice promised, and the figures to compare with later. In the ledger as JSON, with bigints as text. */
export const promiseFacts = z.discriminatedUnion('of', [
  z.object({ of: z.literal('hot-bytes'), ...table, promisedBytes: bytes }),
  z.object({
    of: z.literal('cache'),
    ...{ node: z.string(), fromCacheBytes: bytes, fromStoreBytes: bytes, limitBytes: bytes },
    coveredMs: z.number(),
  }),
  z.object({
    of: z.literal('orphans'),
    ...{ bucket: z.string(), promisedBytes: bytes, promisedPerMonth: z.number(), currency: z.string() },
  }),
  z.object({
    of: z.literal('start'),
    ...{ node: z.string(), ...table, promisedSeconds: z.number(), beforeSeconds: z.number() },
  }),
  z.object({ of: z.literal('queue'), node: z.string(), ...table, beforeBytes: bytes }),
])
export type PromiseFacts = z.infer<typeof promiseFacts>

/** The figures of an advice now. Null: it promises nothing that can be measured. */
export async function readPromiseFacts(
  db: Database,
  clusterId: string,
  { key, kind, gain, plan }: AdviceView,
  now: Date,
): Promise<PromiseFacts | null> {
  // The object of an `adviceKey`.
  const object = z.array(z.string()).parse(JSON.parse(key.slice(kind.length + 1)))
  const [first = '', second = '', third = ''] = object
  if (plan.kind === 'ttl' && gain.kind === 'bytes')
    return { of: 'hot-bytes', database: plan.database, table: plan.table, promisedBytes: gain.bytes }
  if (plan.kind === 'cache') {
    const sums = await sumCaches(db, clusterId, hoursBefore(now, 24), now)
    const sum = sums.find(({ nodeName }) => nodeName === first)
    if (!sum) return null
    const { fromCacheBytes, fromStoreBytes, limitBytes } = sum
    const covered = { coveredMs: Number(sum.coveredMs) }
    return { of: 'cache', node: first, fromCacheBytes, fromStoreBytes, limitBytes, ...covered }
  }
  if (plan.kind === 'remove-orphans' && gain.kind === 'money') {
    const { bytes: promisedBytes, perMonth: promisedPerMonth, currency } = gain
    return { of: 'orphans', bucket: first, promisedBytes, promisedPerMonth, currency }
  }
  if (plan.kind === 'start-up' && gain.kind === 'seconds') {
    const seconds = await readStartSeconds(db, clusterId, { node: plan.node, database: first, table: second })
    if (seconds === null) return null
    const at = { node: plan.node, database: first, table: second }
    return { of: 'start', ...at, promisedSeconds: gain.seconds, beforeSeconds: seconds.seconds }
  }
  if (plan.kind === 'insert-queues' && gain.kind === 'bytes')
    return { of: 'queue', node: first, database: second, table: third, beforeBytes: gain.bytes }
  return null
}

/** Share of a table in the next start of a node with empty caches, as last read from the node. */
export async function readStartSeconds(
  db: Database,
  clusterId: string,
  at: { node: string; database: string; table: string },
): Promise<{ seconds: number; readAt: Date } | null> {
  const watch = await db.nodeWatch.findUnique({
    where: { clusterId_nodeName: { clusterId, nodeName: at.node } },
  })
  const figures = startFigures.safeParse(watch?.known).data
  const found = figures?.topTables.find((each) => each.database === at.database && each.table === at.table)
  if (!figures || !found || !watch?.knownAt) return null
  return { seconds: (figures.cold.ms * found.share) / 1000, readAt: watch.knownAt }
}
