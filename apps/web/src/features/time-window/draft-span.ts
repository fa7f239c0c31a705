import { findWindowFaults, type TimeSpan } from '@frostline/domain'
import type { z } from 'zod'
import { fault } from '@/form/field-schemas.ts'

/** A span as typed; the key identifies it while others come and go. */
export type DraftSpan = TimeSpan & { key: number }

export function draftSpans(spans: readonly TimeSpan[]): DraftSpan[] {
  return spans.map((span, key) => ({ ...span, key }))
}

export function readSpans(spans: readonly DraftSpan[]): TimeSpan[] {
  return spans.map(({ days, from, to }) => ({ days, from, to }))
}

/** Adds faults, by index in the window and field. No span is valid: it means any time. */
export function judgeSpans(
  { timeZone, spans }: { timeZone: string; spans: readonly DraftSpan[] },
  context: z.RefinementCtx,
): void {
  if (spans.length === 0) return
  for (const { path, message } of findWindowFaults({ timeZone, spans: readSpans(spans) }))
    if (path[0] === 'spans' && path.length === 3) fault(context, path, message)
}
