import type { Database } from '@frostline/db'

const WINDOW_MS = 10 * 60_000
const KEPT_MS = 30 * 60_000

interface Counted {
  node: string
  errors: bigint
  startedAt: Date
}

/**
 * Stores the counters and returns how far each increased within the last ten minutes. A restarted server counts from 0,
 * so its whole value is new. Nothing counts as new without an older sample.
 */
export async function countNewStoreErrors(
  db: Database,
  clusterId: string,
  counted: readonly Counted[],
  now: Date,
): Promise<{ node: string; errors: number }[]> {
  const since = new Date(now.getTime() - WINDOW_MS)
  const earlier = await db.storeErrorSample.findMany({
    where: { clusterId, at: { gte: since, lt: now } },
    orderBy: { at: 'asc' },
  })
  await db.storeErrorSample.createMany({
    data: counted.map(({ node, errors, startedAt }) => ({
      clusterId,
      nodeName: node,
      at: now,
      errors,
      startedAt,
    })),
    skipDuplicates: true,
  })
  await db.storeErrorSample.deleteMany({
    where: { clusterId, at: { lt: new Date(now.getTime() - KEPT_MS) } },
  })
  return counted.map(({ node, errors }) => {
    const first = earlier.find((row) => row.nodeName === node)
    if (!first) return { node, errors: 0 }
    return { node, errors: Number(errors >= first.errors ? errors - first.errors : errors) }
  })
}
