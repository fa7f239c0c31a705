import { type LockedTable, notifyChange, Prisma, type Transaction, tryLockRow } from '@frostline/db'
import { judgeDue, type MissedRunRule } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { eachInTransaction } from '../base/each-concurrently.ts'

/** A stored schedule. Without a cron expression it is never due. */
interface Scheduled {
  enabled: boolean
  cron: string | null
  timeZone: string | null
  nextDueAt: Date | null
}

/** A passed due time, and when its schedule is due next. */
export interface DueTime {
  dueAt: Date
  nextDueAt: Date | null
  caughtUp: boolean
  /** Why the run is skipped, for a schedule that skips missed runs. Null: it runs. */
  missed: string | null
}

/** A kind of schedule: where its rows are, and what a due time does. */
interface ScheduleKind<Row extends Scheduled> {
  table: Extract<LockedTable, 'tier_schedule' | 'cache_schedule' | 'archive_schedule' | 'load_pipeline'>
  /** The topic of its changes. */
  topic: string
  find(tx: Transaction, id: string): Promise<Row | null>
  missedRunsOf(row: Row): MissedRunRule
  /** Stores what the due time starts, and `nextDueAt`. */
  take(tx: Transaction, row: Row, due: DueTime, now: Date): Promise<void>
}

/**
 * Takes the due time of every schedule that is due, and advances it to the next one, in one transaction under the lock of
 * the schedule. So each due time is taken once, whatever workers run or die meanwhile.
 * @throws AggregateError when some could not be taken, after all others were.
 */
export async function takeDueTimes<Row extends Scheduled>(
  ctx: ServiceContext,
  kind: ScheduleKind<Row>,
): Promise<void> {
  const due = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${Prisma.raw(kind.table)} WHERE enabled AND "nextDueAt" <= ${ctx.now()} ORDER BY "nextDueAt"`
  await eachInTransaction(
    ctx,
    due,
    async (tx, id) => {
      if (!(await tryLockRow(tx, kind.table, id))) return
      const row = await kind.find(tx, id)
      const now = ctx.now()
      const { enabled, cron, timeZone, nextDueAt } = row ?? {}
      if (!row || !enabled || !cron || !timeZone || !nextDueAt || nextDueAt > now) return
      const missedRuns = kind.missedRunsOf(row)
      const due = judgeDue({ cron, timeZone, missedRuns, nextDueAtMs: nextDueAt.getTime() }, now.getTime())
      await kind.take(
        tx,
        row,
        {
          dueAt: new Date(due.dueAtMs),
          nextDueAt: due.nextDueAtMs === null ? null : new Date(due.nextDueAtMs),
          caughtUp: due.kind === 'caught-up',
          missed: due.kind === 'missed' ? explainMissed(now) : null,
        },
        now,
      )
      await notifyChange(tx, kind.topic, id)
    },
    `Due times of ${kind.topic} rows could not be taken.`,
  )
}

function explainMissed(now: Date): string {
  return `No worker was running at the due time. The first started at ${now.toISOString().slice(0, 16)}Z. The schedule skips missed runs.`
}

/** The columns of the run of a due time: due, or skipped for a reason. */
export function runOfDueTime(
  scheduleId: string,
  { dueAt, caughtUp }: DueTime,
  skipped: string | null,
  now: Date,
) {
  return {
    ...{ scheduleId, dueAt, caughtUp },
    ...(skipped === null
      ? { status: 'due' as const }
      : { status: 'skipped' as const, reason: skipped, finishedAt: now }),
  }
}
