import type { Database } from '../transaction.ts'

/**
 * Claims due deliveries from the outbox, oldest first, for one worker and a limited time; counts as an attempt. While an
 * earlier message about an alert waits for a channel, later ones wait too: an incident that was resolved must not be
 * opened by a message that was late.
 */
export function claimDeliveries(
  db: Database,
  { now, forMs, most }: { now: Date; forMs: number; most: number },
): Promise<{ id: string }[]> {
  const until = new Date(now.getTime() + forMs)
  return db.$queryRaw`
    UPDATE alert_delivery SET "claimedUntil" = ${until}, attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM alert_delivery AS due
      WHERE status = 'waiting' AND "nextAttemptAt" <= ${now} AND ("claimedUntil" IS NULL OR "claimedUntil" < ${now})
        AND NOT EXISTS (
          SELECT FROM alert_delivery AS earlier
          WHERE earlier."alertId" = due."alertId" AND earlier."channelId" = due."channelId"
            AND earlier.status = 'waiting' AND (earlier."createdAt", earlier.id) < (due."createdAt", due.id))
      ORDER BY "createdAt" LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id`
}
