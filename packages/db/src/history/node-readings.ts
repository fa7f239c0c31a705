import type { NodeReading } from '../generated/client.ts'
import type { Database, Transaction } from '../transaction.ts'

/** Claims this minute of the cluster. One worker gets it. */
export async function takeSampleTurn(db: Database, clusterId: string, minute: Date): Promise<boolean> {
  const taken = await db.$executeRaw`
    INSERT INTO sample_turn AS turn ("clusterId", minute) VALUES (${clusterId}, ${minute})
    ON CONFLICT ("clusterId") DO UPDATE SET minute = excluded.minute WHERE turn.minute < excluded.minute`
  return taken === 1
}

/** The base of the next difference, locked until the transaction ends. Null before the first. */
export async function holdNodeReading(
  tx: Transaction,
  at: { clusterId: string; nodeName: string },
): Promise<NodeReading | null> {
  const rows = await tx.$queryRaw<NodeReading[]>`
    SELECT * FROM node_reading WHERE "clusterId" = ${at.clusterId} AND "nodeName" = ${at.nodeName} FOR UPDATE`
  return rows[0] ?? null
}

export async function replaceNodeReading(tx: Transaction, reading: NodeReading): Promise<void> {
  const { clusterId, nodeName } = reading
  await tx.nodeReading.upsert({
    where: { clusterId_nodeName: { clusterId, nodeName } },
    create: reading,
    update: reading,
  })
}
