import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import { isTimeZone } from '../time-window/zone-clock.ts'

/**
 * Five fields: minute, hour, day of month, month, day of week. A fixed time skipped by DST runs right after the gap,
 * one that occurs twice runs once; with `*` or a step in minute or hour, times in the gap are skipped.
 */
function parse(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true })
}

/** Why the text is no cron expression that is ever due, or null. */
export function findCronFault(cron: string): string | null {
  if (cron.trim().split(/\s+/).length !== 5)
    return 'Enter five fields: minute, hour, day of the month, month, day of the week, such as 0 2 * * *.'
  try {
    return parse(cron, 'UTC').nextRun(new Date(0)) === null ? 'It matches no date and would never run.' : null
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^CronPattern: /, '').replace(/\.$/, '') : String(error)
    return `Cannot parse it: ${reason}.`
  }
}

/** The first `count` due times after a time, in Unix milliseconds. Empty for an invalid expression or zone. */
export function nextDueTimes(cron: string, timeZone: string, afterMs: number, count: number): number[] {
  if (!isTimeZone(timeZone) || findCronFault(cron) !== null) return []
  return parse(cron, timeZone)
    .nextRuns(count, new Date(afterMs))
    .map((date) => date.getTime())
}

/** The last due time at or before a time; null if there is none. */
export function lastDueTime(cron: string, timeZone: string, atMs: number): number | null {
  const [last] = parse(cron, timeZone).previousRuns(1, new Date(atMs + 1))
  return last?.getTime() ?? null
}

/** Such as "At 02:00, Monday through Friday". Empty if invalid. */
export function explainCron(cron: string): string {
  if (findCronFault(cron) !== null) return ''
  const words = cronstrue.toString(cron, { use24HourTimeFormat: true, verbose: false })
  return /^At [^,]*$/.test(words) && /(\s+\*){3}\s*$/.test(cron) ? `${words} every day` : words
}
