import { minuteOfDay, minutesPerDay, type TimeSpan, type TimeWindow } from './time-window.ts'
import { cutByOffset, type OffsetPeriod, zoneOffsetMs } from './zone-clock.ts'

const minuteMs = 60_000
const dayMs = minutesPerDay * minuteMs

/**
 * A week is too short: the only span may be in an hour, or in Apia in 2011 on a day, that clocks skip. Two weeks and a
 * day contain the next one.
 */
const horizonMs = 15 * dayMs

/** Whether work is allowed at a time (Unix milliseconds). Requires a window without faults (findWindowFaults). */
export function isWindowOpen(window: TimeWindow, atMs: number): boolean {
  return isOpenAtLocal(window, atMs + zoneOffsetMs(window.timeZone, atMs))
}

/**
 * The next time after `atMs` at which the window opens. If it is open now, the opening after the current one. Null when
 * it is always open.
 */
export function nextWindowOpening(window: TimeWindow, atMs: number): number | null {
  return findChange(window, atMs, true)
}

/** When the window that is open at `atMs` closes. Null when it is closed now, or always open. */
export function windowClosing(window: TimeWindow, atMs: number): number | null {
  return isWindowOpen(window, atMs) ? findChange(window, atMs, false) : null
}

function findChange(window: TimeWindow, atMs: number, toOpen: boolean): number | null {
  let open = isWindowOpen(window, atMs)
  for (const period of cutByOffset(window.timeZone, atMs, atMs + horizonMs)) {
    for (const edgeMs of listEdges(window, period)) {
      if (edgeMs <= atMs) continue
      const opensHere = isOpenAtLocal(window, edgeMs + period.offsetMs)
      if (opensHere !== open && opensHere === toOpen) return edgeMs
      open = opensHere
    }
  }
  return null
}

/** All times in the period at which the state can change, in order: its start, and the ends of the spans. */
function listEdges(window: TimeWindow, period: OffsetPeriod): number[] {
  const edges = new Set([period.fromMs])
  const firstDay = Math.floor((period.fromMs + period.offsetMs) / dayMs)
  const lastDay = Math.floor((period.toMs + period.offsetMs) / dayMs)
  for (let day = firstDay; day <= lastDay; day++) {
    for (const span of window.spans) {
      const { from, to } = minutesOf(span)
      for (const minute of [from, to]) edges.add(day * dayMs + minute * minuteMs - period.offsetMs)
    }
  }
  return [...edges].filter((edge) => edge >= period.fromMs && edge < period.toMs).sort((a, b) => a - b)
}

/** `localMs` is the zone's local time, counted as if it were UTC. */
function isOpenAtLocal(window: TimeWindow, localMs: number): boolean {
  const day = Math.floor(localMs / dayMs)
  const minute = (localMs - day * dayMs) / minuteMs
  const today = weekdayOf(day)
  const yesterday = weekdayOf(day - 1)
  return window.spans.some((span) => {
    const { from, to } = minutesOf(span)
    const days: readonly number[] = span.days
    if (from < to) return days.includes(today) && from <= minute && minute < to
    return (days.includes(today) && from <= minute) || (days.includes(yesterday) && minute < to)
  })
}

/** 1970-01-01 was a Thursday (4). */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

function minutesOf(span: TimeSpan): { from: number; to: number } {
  const [from, to] = [minuteOfDay(span.from), minuteOfDay(span.to)]
  if (from === null || to === null) throw new RangeError(`Span ${span.from} to ${span.to} is no span of time`)
  return { from, to }
}
