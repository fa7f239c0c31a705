import type { AuditDestination } from '../generated/client.ts'
import { StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** Whose turn it is to send to a destination. A later claim ends it. */
interface ShippingClaim {
  id: string
  epoch: bigint
}

/** Claims one destination that has entries to send and is due, for one worker and a limited time. */
export async function claimDestination(
  db: Database,
  { id, now, forMs }: { id: string; now: Date; forMs: number },
): Promise<AuditDestination | undefined> {
  const until = new Date(now.getTime() + forMs)
  const claimed = await db.$queryRaw<{ id: string }[]>`
    UPDATE audit_destination SET "claimedUntil" = ${until}, epoch = epoch + 1
    WHERE id IN (
      SELECT id FROM audit_destination
      WHERE id = ${id} AND enabled AND "nextAttemptAt" <= ${now} AND ("claimedUntil" IS NULL OR "claimedUntil" < ${now})
        AND "shippedSequence" < (SELECT "headSequence" FROM audit_chain)
      FOR UPDATE SKIP LOCKED)
    RETURNING id`
  if (claimed.length === 0) return undefined
  return (await db.auditDestination.findUnique({ where: { id } })) ?? undefined
}

/** @throws StaleWriterError if the claim was lost: another worker sends, or the destination was changed. */
export async function changeClaimed(
  tx: Transaction,
  { id, epoch }: ShippingClaim,
  data: Partial<Omit<AuditDestination, 'id' | 'epoch' | 'config' | 'sealedSecret'>>,
): Promise<void> {
  const { count } = await tx.auditDestination.updateMany({ where: { id, epoch }, data })
  if (count === 0) throw new StaleWriterError('The claim of the audit destination')
}
