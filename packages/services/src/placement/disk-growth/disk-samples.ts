import type { Database } from '@frostline/db'
import { type DiskForecast, forecastDisk } from '@frostline/domain'

/** Seven days, one sample every half hour: at most 336 rows per disk. */
const EVERY_SECONDS = 1800
const KEPT_DAYS = 7

interface Disk {
  node: string
  name: string
  totalBytes: bigint
  freeBytes: bigint
}

/** Stores the disks' usage if the last sample is old enough, and deletes old samples. */
export async function sampleDisks(
  db: Database,
  clusterId: string,
  disks: readonly Disk[],
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - EVERY_SECONDS * 1000)
  const recent = await db.diskSample.findMany({
    where: { clusterId, at: { gt: since } },
    select: { nodeName: true, disk: true },
  })
  const due = disks.filter(
    (disk) => !recent.some((row) => row.nodeName === disk.node && row.disk === disk.name),
  )
  if (due.length === 0) return
  await db.diskSample.createMany({
    data: due.map((disk) => ({
      clusterId,
      nodeName: disk.node,
      disk: disk.name,
      at: now,
      usedBytes: disk.totalBytes - disk.freeBytes,
      totalBytes: disk.totalBytes,
    })),
    skipDuplicates: true,
  })
  await db.diskSample.deleteMany({
    where: { clusterId, at: { lt: new Date(now.getTime() - KEPT_DAYS * 86_400_000) } },
  })
}

/**
 * By `node/disk`: the growth from all writers, and when the disk is full. Used by the alert and the time machine. Null
 * with too few samples. A disk that was enlarged is measured from then on.
 */
export async function forecastDisks(
  db: Database,
  clusterId: string,
): Promise<Map<string, DiskForecast | null>> {
  const rows = await db.diskSample.findMany({ where: { clusterId }, orderBy: { at: 'asc' } })
  const byDisk = new Map<string, typeof rows>()
  for (const row of rows) {
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
