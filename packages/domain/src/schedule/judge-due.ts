import { lastDueTime, nextDueTimes } from './cron.ts'

/** What to do with a run that no worker started in time: run once as soon as possible, or skip it. */
export const missedRunRules = ['catch_up', 'skip'] as const
export type MissedRunRule = (typeof missedRunRules)[number]

/** A run that starts within this time is on time: a restart of the workers does not make it missed. */
const onTimeWithinMs = 5 * 60_000

export interface Due {
  /** The due time of the run. It covers earlier ones that were missed. */
  dueAtMs: number
  /** `missed`: recorded, but nothing is moved. */
  kind: 'on-time' | 'caught-up' | 'missed'
  /** When the schedule is due next. Null: never. */
  nextDueAtMs: number | null
}

/** Judges a schedule whose next due time has passed. However many due times were missed, they make one run. */
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
