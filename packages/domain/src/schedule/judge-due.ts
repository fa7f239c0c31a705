import { lastDueTime, nextDueTimes } from './cron.ts'

/** What to do with a run that no worker began in time: run once as soon as possible, or leave it. */
export const missedRunRules = ['catch_up', 'skip'] as const
export type MissedRunRule = (typeof missedRunRules)[number]

/** A run that begins within this time is on time: a restart of the workers does not make it a missed one. */
const onTimeWithinMs = 5 * 60_000

export interface Due {
  /** The due time that the run stands for. Earlier ones that passed unseen are part of it. */
  dueAtMs: number
  /** `missed`: recorded, but nothing is moved. */
  kind: 'on-time' | 'caught-up' | 'missed'
  /** When the schedule comes due again. Null: never. */
  nextDueAtMs: number | null
}

/** Judges a schedule whose next due time has passed. However many due times went by unseen, one run comes of them. */
export function judgeDue(
  schedule: { cron: string; timeZone: string; missedRuns: MissedRunRule; nextDueAtMs: number },
  nowMs: number,
): Due {
  const lastMs = lastDueTime(schedule.cron, schedule.timeZone, nowMs)
  const dueAtMs = Math.max(lastMs ?? schedule.nextDueAtMs, schedule.nextDueAtMs)
  const late = nowMs - dueAtMs > onTimeWithinMs
  return {
    dueAtMs,
    kind: !late ? 'on-time' : schedule.missedRuns === 'catch_up' ? 'caught-up' : 'missed',
    nextDueAtMs: nextDueTimes(schedule.cron, schedule.timeZone, nowMs, 1)[0] ?? null,
  }
}
