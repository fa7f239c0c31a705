import type { Database } from '@frostline/db'
import type { QueueSample } from '@frostline/domain'

const everyMs = 5 * 60_000
const keptMs = 2 * 3_600_000

interface Queue {
  node: string
  database: string
  table: string
  files: bigint
  bytes: bigint
}

/** Samples the queues of Distributed tables if the last samples are old enough, and deletes old samples. */
export async function sampleQueues(
  db: Database,
  clusterId: string,
  queues: readonly Queue[],
  now: Date,
): Promise<void> {
  if (queues.length === 0) return
  const recent = await db.insertQueueSample.findFirst({
    where: { clusterId, at: { gt: new Date(now.getTime() - everyMs) } },
    select: { at: true },
  })
  if (recent) return
  await db.insertQueueSample.createMany({
    data: queues.map(({ node, ...queue }) => ({ clusterId, nodeName: node, at: now, ...queue })),
    skipDuplicates: true,
  })
  await db.insertQueueSample.deleteMany({
    where: { clusterId, at: { lt: new Date(now.getTime() - keptMs) } },
  })
}

/** By `queueKey`, the oldest first. */
export async function readQueueSamples(db: Database, clusterId: string): Promise<Map<string, QueueSample[]>> {
  const rows = await db.insertQueueSample.findMany({ where: { clusterId }, orderBy: { at: 'asc' } })
  const samples = new Map<string, QueueSample[]>()
  for (const { nodeName: node, database, table, at, files, bytes } of rows) {
    const key = queueKey({ node, database, table })
    samples.set(key, [...(samples.get(key) ?? []), { atMs: at.getTime(), files, bytes }])
  }
  return samples
}

export function queueKey({ node, database, table }: Pick<Queue, 'node' | 'database' | 'table'>): string {
  return `${node}\0${database}\0${table}`
}
