import type { NodeWatch } from '../generated/client.ts'
import type { Transaction } from '../transaction.ts'

/** What is known of a node, kept from others until the transaction ends. Null: it is not watched. */
export async function holdNodeWatch(
  tx: Transaction,
  at: { clusterId: string; nodeName: string },
): Promise<NodeWatch | null> {
  const rows = await tx.$queryRaw<NodeWatch[]>`
    SELECT * FROM node_watch WHERE "clusterId" = ${at.clusterId} AND "nodeName" = ${at.nodeName} FOR UPDATE`
  return rows[0] ?? null
}

/** The oldest starts beyond those that are kept. */
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
