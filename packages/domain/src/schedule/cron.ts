import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import { isTimeZone } from '../time-window/zone-clock.ts'

/**
 * Five fields: minute, hour, day of the month, month, day of the week. A fixed time that clocks skip runs right after
 * the gap, one that comes twice runs once; with a `*` or a step in minute or hour, times in the gap are left out.
 */
function parse(cron: string, timeZone: string): Cron {
  return new Cron(cron, { timezone: timeZone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true })
}

/** Why the text is no cron expression that ever comes due; null when it is one. */
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

/** The first `count` due times after a moment, Unix milliseconds. Empty where the expression or the zone has a fault. */
export function nextDueTimes(cron: string, timeZone: string, afterMs: number, count: number): number[] {
  if (!isTimeZone(timeZone) || findCronFault(cron) !== null) return []
  return parse(cron, timeZone)
    .nextRuns(count, new Date(afterMs))
    .map((date) => date.getTime())
}

/** The last due time at or before a moment; null when there is none. */
export function lastDueTime(cron: string, timeZone: string, atMs: number): number | null {
  const [last] = parse(cron, timeZone).previousRuns(1, new Date(atMs + 1))
  return last?.getTime() ?? null
}

/** Such as "At 02:00, Monday through Friday". Empty for what cannot be read. */
export function explainCron(cron: string): string {
  if (findCronFault(cron) !== null) return ''
  const words = cronstrue.toString(cron, { use24HourTimeFormat: true, verbose: false })
  return /^At [^,]*$/.test(words) && /(\s+\*){3}\s*$/.test(cron) ? `${words} every day` : words
}
