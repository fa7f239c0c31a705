import { createHash } from 'node:crypto'
import { auditHashText } from '@frostline/domain'
import { notifyChange } from '../changes/notify-change.ts'
import type { Database } from '../transaction.ts'

const MAX_AT_ONCE = 500

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Adds entries that were committed since to the end of the chain. One process at a time: the lock of the chain's row is
 * held for one short transaction, and transactions that write entries never wait for it.
 * @param waits whether to wait for another process that does this now; otherwise it is left to that one.
 * @returns how many were added. At most 500, so that the lock is short: call it again.
 */
export async function chainAuditEntries(db: Database, { waits }: { waits: boolean }): Promise<number> {
  // Without a lock first: each worker looks every second, and nearly always in vain.
  if (!waits && (await db.auditEntry.findFirst({ where: { sequence: null }, select: { id: true } })) === null)
    return 0
  return db.$transaction(async (tx) => {
    type Head = { headSequence: bigint; headHash: string }
    const heads = waits
      ? await tx.$queryRaw<Head[]>`SELECT "headSequence", "headHash" FROM audit_chain FOR UPDATE`
      : await tx.$queryRaw<Head[]>`SELECT "headSequence", "headHash" FROM audit_chain FOR UPDATE SKIP LOCKED`
    const [head] = heads
    if (!head) return 0
    const waiting = await tx.auditEntry.findMany({
      where: { sequence: null },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
      take: MAX_AT_ONCE,
    })
    if (waiting.length === 0) return 0
    let { headSequence: sequence, headHash: previousHash } = head
    const links = waiting.map((entry) => {
      sequence += 1n
      const hash = sha256(auditHashText({ ...entry, sequence, previousHash }))
      const link = { id: entry.id, sequence, previousHash, hash }
      previousHash = hash
      return link
    })
    await tx.$executeRaw`
      UPDATE audit_entry SET sequence = link.sequence, "previousHash" = link."previousHash", hash = link.hash
      FROM unnest(${links.map(({ id }) => id)}::text[], ${links.map((link) => link.sequence)}::bigint[],
        ${links.map((link) => link.previousHash)}::text[], ${links.map(({ hash }) => hash)}::text[])
        AS link(id, sequence, "previousHash", hash)
      WHERE audit_entry.id = link.id`
    await tx.auditChain.update({
      where: { id: 1 },
      data: { headSequence: sequence, headHash: previousHash },
    })
    await notifyChange(tx, 'audit-chain', String(sequence))
    return links.length
  })
}
