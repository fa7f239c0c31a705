const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether the runtime knows the zone by name. Bare offsets such as '+02:00' are not zones: they have no DST. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Milliseconds to add to UTC for the local time of the zone. Throws RangeError for an unknown zone. */
export function zoneOffsetMs(timeZone: string, atMs: number): number {
  const shown = new Map(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map((part) => [part.type, Number(part.value)]),
  )
  const field = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0
  const localMs = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  )
  return localMs - Math.floor(atMs / 1000) * 1000
}

/** A period, `toMs` exclusive, in which the zone keeps one offset. */
export interface OffsetPeriod {
  fromMs: number
  toMs: number
  offsetMs: number
}

/**
 * Splits a period where the zone changes its offset. Two changes on one day would be missed; the zone database has
 * none.
 */
export function cutByOffset(timeZone: string, fromMs: number, toMs: number): OffsetPeriod[] {
  const periods: OffsetPeriod[] = []
  let period = { fromMs, toMs, offsetMs: zoneOffsetMs(timeZone, fromMs) }
  for (let lookedAtMs = fromMs; lookedAtMs < toMs; ) {
    const nextMs = Math.min(lookedAtMs + dayMs, toMs)
    const offsetMs = zoneOffsetMs(timeZone, nextMs)
    if (offsetMs !== period.offsetMs) {
      const changeMs = findChange(timeZone, lookedAtMs, nextMs)
      periods.push({ ...period, toMs: changeMs })
      period = { fromMs: changeMs, toMs, offsetMs }
    }
    lookedAtMs = nextMs
  }
  if (period.fromMs < toMs) periods.push(period)
  return periods
}

/** The first millisecond with the offset of `highMs`, which `lowMs` does not have. */
function findChange(timeZone: string, lowMs: number, highMs: number): number {
  const before = zoneOffsetMs(timeZone, lowMs)
  let [low, high] = [lowMs, highMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zoneOffsetMs(timeZone, middle) === before) low = middle
    else high = middle
  }
  return high
}

/** Creating a formatter costs 50 times as much as using it, so they are cached per zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}
