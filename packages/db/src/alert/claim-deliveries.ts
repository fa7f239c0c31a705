import type { Database } from '../transaction.ts'

/** Claims due deliveries from the outbox, oldest first, for one worker and a limited time; counts as an attempt. */
export function claimDeliveries(
  db: Database,
  { now, forMs, most }: { now: Date; forMs: number; most: number },
): Promise<{ id: string }[]> {
  const until = new Date(now.getTime() + forMs)
  return db.$queryRaw`
    UPDATE alert_delivery SET "claimedUntil" = ${until}, attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM alert_delivery
      WHERE status = 'waiting' AND "nextAttemptAt" <= ${now} AND ("claimedUntil" IS NULL OR "claimedUntil" < ${now})
      ORDER BY "createdAt" LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id`
}
