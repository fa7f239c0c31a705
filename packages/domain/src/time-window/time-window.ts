/** 0 is Sunday, as `Date.prototype.getUTCDay` counts. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/**
 * Hours on some days of the week. `from` is inclusive, `to` exclusive. A `to` at or before `from` is on the next day,
 * so a span across midnight belongs to the day on which it starts. `to` may be '24:00', for the whole day.
 */
export interface TimeSpan {
  days: Weekday[]
  from: string
  to: string
}

/**
 * When work is allowed: whenever the wall clock in `timeZone` (an IANA name) shows a time of one of the spans. So an
 * hour skipped by DST opens nothing, and an hour that occurs twice counts twice.
 */
export interface TimeWindow {
  timeZone: string
  spans: TimeSpan[]
}

export const minutesPerDay = 24 * 60

/** Minutes after midnight of 'HH:MM', from 0 to 1440 ('24:00'). Null for any other text. */
export function minuteOfDay(time: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(time)
  if (!match) return null
  const [hour, minute] = [Number(match[1]), Number(match[2])]
  return minute < 60 && hour * 60 + minute <= minutesPerDay ? hour * 60 + minute : null
}
