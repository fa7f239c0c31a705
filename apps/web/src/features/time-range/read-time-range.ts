import { choiceParam, textParam } from '../../navigation/url-params.ts'

export const timeRanges = [
  { value: 'any', label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'custom', label: 'From … to …' },
] as const

export type TimeRange = (typeof timeRanges)[number]['value']

/** A time range in the URL. */
export const timeRangeParams = (initial: TimeRange) => ({
  range: choiceParam(
    timeRanges.map(({ value }) => value),
    initial,
  ),
  /** Minutes in UTC, for the range `custom`. */
  from: textParam(),
  to: textParam(),
})

export interface TimeRangeState {
  range: TimeRange
  from: string
  to: string
}

const hourMs = 3_600_000
const lengthsMs: Partial<Record<TimeRange, number>> = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
}

/**
 * The bounds of the query. `to` is exclusive, so the given minute is included. An invalid bound is ignored.
 * @param openedAt base of relative ranges: it stays, so that a page does not change its query.
 */
export function readTimeRange(chosen: TimeRangeState, openedAt: Date): { from?: Date; to?: Date } {
  const lengthMs = lengthsMs[chosen.range]
  if (lengthMs !== undefined) return { from: new Date(openedAt.getTime() - lengthMs) }
  if (chosen.range !== 'custom') return {}
  const from = readUtcMinute(chosen.from)
  const to = readUtcMinute(chosen.to)
  return { ...(from ? { from } : {}), ...(to ? { to: new Date(to.getTime() + 60_000) } : {}) }
}

/** What a datetime-local input holds, taken as UTC: `2026-11-21T02:44`. */
export function readUtcMinute(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return undefined
  const at = new Date(`${text}:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 16) !== text ? undefined : at
}
