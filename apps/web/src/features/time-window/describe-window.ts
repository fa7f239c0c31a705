import type { TimeSpan, Weekday } from '@frostline/domain'

export const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
/** Weeks start on Monday here. */
export const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0]

/** "Mon to Fri 22:00 to 06:00 (next day)"; "At any time" without spans. */
export function describeWindow(spans: readonly TimeSpan[]): string {
  if (spans.length === 0) return 'At any time'
  return spans
    .map(({ days, from, to }) => `${describeDays(days)} ${from} to ${to}${to <= from ? ' (next day)' : ''}`)
    .join('; ')
}

function describeDays(days: readonly Weekday[]): string {
  const chosen = weekdays.filter((day) => days.includes(day))
  if (chosen.length === 7) return 'Every day'
  const [first, last] = [chosen[0], chosen.at(-1)]
  if (first === undefined || last === undefined) return 'No day'
  const run = weekdays.indexOf(last) - weekdays.indexOf(first) + 1
  return chosen.length > 2 && run === chosen.length
    ? `${dayNames[first]} to ${dayNames[last]}`
    : chosen.map((day) => dayNames[day]).join(', ')
}
