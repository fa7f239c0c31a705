import type { NodeWatch } from '../generated/client.ts'
import type { Database, Transaction } from '../transaction.ts'

/** A time that lies further ahead was recorded while the clock was wrong. No reading is planned or taken so far ahead. */
const wrongClockMs = 5 * 60_000

/** Whether the node was read since. */
export function wasReadSince({ answeredAt }: NodeWatch, at: Date): boolean {
  const aheadMs = answeredAt === null ? -1 : answeredAt.getTime() - at.getTime()
  return aheadMs >= 0 && aheadMs < wrongClockMs
}

/**
 * Which of the nodes are due; for other workers they are not until `nextLookAt`. One worker gets each. A worker that
 * ends before it has read them costs one reading.
 */
export async function claimReadings(
  db: Database,
  { clusterId, nodeNames, now, nextLookAt }: ClaimedReadings,
): Promise<string[]> {
  const wrongFrom = new Date(now.getTime() + wrongClockMs)
  const rows = await db.$queryRaw<{ nodeName: string }[]>`
    INSERT INTO node_watch AS watch ("clusterId", "nodeName", "nextLookAt")
    SELECT ${clusterId}, name, ${nextLookAt}::timestamptz FROM unnest(${nodeNames}::text[]) AS name
    WHERE NOT EXISTS (
      SELECT FROM node_watch AS early
      WHERE early."clusterId" = ${clusterId} AND early."nodeName" = name
        AND early."nextLookAt" > ${now}::timestamptz AND early."nextLookAt" < ${wrongFrom}::timestamptz)
    ON CONFLICT ("clusterId", "nodeName") DO UPDATE SET "nextLookAt" = excluded."nextLookAt"
    WHERE watch."nextLookAt" <= ${now}::timestamptz OR watch."nextLookAt" >= ${wrongFrom}::timestamptz
    RETURNING "nodeName"`
  return rows.map(({ nodeName }) => nodeName)
}

export interface ClaimedReadings {
  clusterId: string
  nodeNames: readonly string[]
  now: Date
  nextLookAt: Date
}

/** A node's last known state, locked until the transaction ends. Null: it is not watched. */
export async function holdNodeWatch(
  tx: Transaction,
  at: { clusterId: string; nodeName: string },
): Promise<NodeWatch | null> {
  const rows = await tx.$queryRaw<NodeWatch[]>`
    SELECT * FROM node_watch WHERE "clusterId" = ${at.clusterId} AND "nodeName" = ${at.nodeName} FOR UPDATE`
  return rows[0] ?? null
}

/** Deletes the oldest starts beyond the retention. */
export async function forgetNodeStarts(
  tx: Transaction,
  at: { clusterId: string; nodeName: string },
  kept: number,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM node_start WHERE id IN (
      SELECT id FROM node_start WHERE "clusterId" = ${at.clusterId} AND "nodeName" = ${at.nodeName}
      ORDER BY "startedAt" DESC OFFSET ${kept})`
}

/** Records a silence that has ended, and forgets the oldest of the node. */
export async function recordNodeSilence(
  tx: Transaction,
  at: { clusterId: string; nodeName: string },
  silence: { answeredAt: Date | null; failedFrom: Date; endedAt: Date },
  kept: number,
): Promise<void> {
  await tx.nodeSilence.create({ data: { ...at, ...silence } })
  await tx.$executeRaw`
    DELETE FROM node_silence WHERE id IN (
      SELECT id FROM node_silence WHERE "clusterId" = ${at.clusterId} AND "nodeName" = ${at.nodeName}
      ORDER BY "failedFrom" DESC OFFSET ${kept})`
}
