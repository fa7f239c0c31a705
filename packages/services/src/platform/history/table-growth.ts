import { type Database, readSteps, tableSamples } from '@frostline/db'
import { fitGrowth, type Growth } from '@frostline/domain'
import { tableKey } from '../reading/table-sizes.ts'
import { lastHours } from './forecast-disks.ts'

const measuredHours = 7 * 24
/** Slopes are taken between all pairs of samples, of up to 200 tables. */
const stepHours = 4

/**
 * The growth of each sampled table over the last seven days, by `tableKey`: physical bytes of both tiers, copies of
 * replicas included. Null while it has too few samples (less than a day, or so). A table that is not among the 200 largest
 * of the cluster has no entry.
 */
export async function readTableGrowth(
  db: Database,
  clusterId: string,
  now: Date,
): Promise<Map<string, Growth | null>> {
  const rows = await readSteps(db, tableSamples, clusterId, lastHours(now, measuredHours, stepHours))
  const byTable = new Map<string, { atMs: number; usedBytes: number }[]>()
  for (const { database, table, at, hotBytes, coldBytes } of rows) {
    const key = tableKey(database, table)
    const samples = byTable.get(key) ?? []
    byTable.set(key, samples)
    samples.push({ atMs: at.getTime(), usedBytes: Number(hotBytes + coldBytes) })
  }
  return new Map([...byTable].map(([key, samples]) => [key, fitGrowth(samples)]))
}
