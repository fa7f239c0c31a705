import { cacheSamples, type Database, sumSamples } from '@frostline/db'

export type CacheSum = Awaited<ReturnType<typeof sumCaches>>[number]

/** What the caches of each node counted since a time, and their size now. */
export async function sumCaches(db: Database, clusterId: string, since: Date, now: Date) {
  return await sumSamples(db, cacheSamples, clusterId, { grain: 'ten_minutes', from: since, to: now })
}
