import type { Database, Transaction } from '../transaction.ts'

/** A worker that does not finish within this time has lost its turn. */
const TURN_SECONDS = 60

/** Thrown inside a transaction, which is rolled back: another worker evaluates now. */
export class LostAlertTurnError extends Error {
  override readonly name = 'LostAlertTurnError'
}

/**
 * One worker evaluates at a time, by the database's clock. Null while it is not due or another worker has the turn. The
 * epoch increases with every turn and fences all writes.
 */
export async function takeAlertTurn(
  db: Database,
  workerId: string,
  everySeconds: number,
): Promise<bigint | null> {
  const rows = await db.$queryRaw<{ epoch: bigint }[]>`
    INSERT INTO alert_turn AS turn (id, "workerId", epoch, until, "lastStartAt")
    VALUES (1, ${workerId}, 1, now() + make_interval(secs => ${TURN_SECONDS}), date_trunc('milliseconds', now()))
    ON CONFLICT (id) DO UPDATE SET
      "workerId" = excluded."workerId", epoch = turn.epoch + 1, until = excluded.until,
      "lastStartAt" = excluded."lastStartAt"
    WHERE turn.until <= now() AND turn."lastStartAt" <= now() - make_interval(secs => ${everySeconds})
    RETURNING epoch`
  return rows[0]?.epoch ?? null
}

export async function endAlertTurn(db: Database, epoch: bigint): Promise<void> {
  await db.$executeRaw`UPDATE alert_turn SET until = date_trunc('milliseconds', now()) WHERE id = 1 AND epoch = ${epoch}`
}

/** Holds the turn until the transaction ends. @throws LostAlertTurnError */
export async function holdAlertTurn(tx: Transaction, epoch: bigint): Promise<void> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM alert_turn WHERE id = 1 AND epoch = ${epoch} FOR SHARE`
  if (rows.length === 0) throw new LostAlertTurnError('Another worker evaluates the alerts by now.')
}
