import { type Database, diskSamples, readSteps } from '@frostline/db'
import { type DiskForecast, floorToGrain, forecastDisk } from '@frostline/domain'

const measuredHours = 7 * 24

/**
 * By `node/disk`: the growth from all writers, and when the disk is full. Null with too few samples. A disk that was
 * enlarged is measured from then on. Disks on object storage have no entry.
 */
export async function forecastDisks(
  db: Database,
  clusterId: string,
  now: Date,
): Promise<Map<string, DiskForecast | null>> {
  const rows = await readSteps(db, diskSamples, clusterId, lastHours(now, measuredHours))
  const byDisk = new Map<string, typeof rows>()
  for (const row of rows) {
    if (row.totalBytes === null) continue
    const key = `${row.nodeName}/${row.disk}`
    byDisk.set(key, [...(byDisk.get(key) ?? []), row])
  }
  return new Map(
    [...byDisk].map(([key, samples]) => {
      const total = samples.at(-1)?.totalBytes ?? 0n
      const alike = samples.slice(samples.findLastIndex((sample) => sample.totalBytes !== total) + 1)
      const points = alike.map(({ at, usedBytes }) => ({ atMs: at.getTime(), usedBytes: Number(usedBytes) }))
      return [key, forecastDisk(points, Number(total))]
    }),
  )
}

/** Steps of an hour up to now. */
function lastHours(now: Date, hours: number) {
  const from = new Date(floorToGrain(now, 'hour').getTime() - hours * 3_600_000)
  return { grain: 'hour' as const, from, to: new Date(now.getTime() + 1), stepSeconds: 3_600 }
}
