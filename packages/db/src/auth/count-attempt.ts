import { randomUUID } from 'node:crypto'
import type { Database } from '../transaction.ts'

/**
 * Counts an attempt in one statement, so that parallel attempts in any number of processes share the count. The window
 * starts with its first attempt and is kept in `lastRequest`. The table is better-auth's own.
 */
export async function countAttempt(
  db: Database,
  key: string,
  { now, windowMs }: { now: Date; windowMs: number },
): Promise<{ count: number; windowEndsAt: Date }> {
  const nowMs = BigInt(now.getTime())
  const expired = nowMs - BigInt(windowMs)
  const [row] = await db.$queryRaw<{ count: number; lastRequest: bigint }[]>`
    INSERT INTO rate_limit AS r ("id", "key", "count", "lastRequest")
    VALUES (${randomUUID()}, ${key}, 1, ${nowMs})
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN r."lastRequest" <= ${expired} THEN 1 ELSE r."count" + 1 END,
      "lastRequest" = CASE WHEN r."lastRequest" <= ${expired} THEN ${nowMs} ELSE r."lastRequest" END
    RETURNING "count", "lastRequest"`
  const { count, lastRequest } = row ?? { count: 1, lastRequest: nowMs }
  return { count, windowEndsAt: new Date(Number(lastRequest) + windowMs) }
}
