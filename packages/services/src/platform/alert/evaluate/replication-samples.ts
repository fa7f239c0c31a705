import type { Database } from '@frostline/db'

const HOUR_MS = 3_600_000
const KEPT_MS = 25 * HOUR_MS

export interface ReplicationCount {
  node: string
  startedAt: Date
  /** Started since then. */
  keeperSessions: bigint
  /** Null where they were not counted this time. */
  detachedParts: number | null
}

/**
 * Stores the counts and returns how far each increased: sessions within the last hour, detached parts within the last
 * day. A restarted server counts its sessions from 0, and the first is no loss. Unknown without an older sample.
 */
export async function sampleReplication(
  db: Database,
  clusterId: string,
  counted: readonly ReplicationCount[],
  now: Date,
): Promise<{ node: string; sessions: number; grown: number }[]> {
  const earlier = await db.replicationSample.findMany({
    where: { clusterId, at: { gte: new Date(now.getTime() - 24 * HOUR_MS), lt: now } },
    orderBy: { at: 'asc' },
  })
  await db.replicationSample.createMany({
    data: counted.map(({ node, ...count }) => ({ clusterId, nodeName: node, at: now, ...count })),
    skipDuplicates: true,
  })
  await db.replicationSample.deleteMany({
    where: { clusterId, at: { lt: new Date(now.getTime() - KEPT_MS) } },
  })
  return counted.map(({ node, startedAt, keeperSessions, detachedParts }) => {
    const own = earlier.filter((row) => row.nodeName === node)
    const hour = own.find((row) => row.at.getTime() >= now.getTime() - HOUR_MS)
    const day = own.find((row) => row.detachedParts !== null)
    const restarted = hour !== undefined && startedAt.getTime() - hour.startedAt.getTime() > 5_000
    const sessions = hour ? keeperSessions - (restarted ? 1n : hour.keeperSessions) : 0n
    return {
      node,
      sessions: Math.max(0, Number(sessions)),
      grown:
        detachedParts === null || day?.detachedParts == null
          ? 0
          : Math.max(0, detachedParts - day.detachedParts),
    }
  })
}
