import { findWindowFaults, type TimeSpan } from '@frostline/domain'

/** A span as it is being typed; the key tells it from its neighbours while they come and go. */
export type DraftSpan = TimeSpan & { key: number }

/** By place in the window, then by field. */
export type SpanFaults = ReadonlyMap<number, { days?: string; from?: string; to?: string }>

export function draftSpans(spans: readonly TimeSpan[]): DraftSpan[] {
  return spans.map((span, key) => ({ ...span, key }))
}

export function readSpans(spans: readonly DraftSpan[]): TimeSpan[] {
  return spans.map(({ days, from, to }) => ({ days, from, to }))
}

/** No span at all is no fault here: it stands for any time. */
export function findSpanFaults(timeZone: string, spans: readonly DraftSpan[]): SpanFaults {
  const found = new Map<number, Record<string, string>>()
  if (spans.length === 0) return found
  for (const { path, message } of findWindowFaults({ timeZone, spans: readSpans(spans) })) {
    const [area, index, field] = path
    if (area !== 'spans' || typeof index !== 'number') continue
    found.set(index, { [String(field)]: message, ...found.get(index) })
  }
  return found
}
