import { nextDueTimes } from '@frostline/domain'

/** Null where it is never due. */
export function firstDueAt(timing: { cron: string; timeZone: string }, after: Date): Date | null {
  const [first] = nextDueTimes(timing.cron, timing.timeZone, after.getTime(), 1)
  return first === undefined ? null : new Date(first)
}
