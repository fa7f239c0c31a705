import type { MaintenanceSpan } from './maintenance.ts'

/** Who was told while an alert fired: `firing` is everybody, the others nobody. */
export type FiringMark = 'firing' | 'acknowledged' | 'silenced' | 'maintenance'

export interface FiringSegment extends MaintenanceSpan {
  mark: FiringMark
}

export interface Firing {
  firedAtMs: number
  /** Null while it fires. */
  resolvedAtMs: number | null
  acknowledgedAtMs: number | null
}

/**
 * Divides the time in which an alert fired by what held back its messages. The segments follow each other without gaps.
 * Where several apply, an acknowledgement comes before a silence, and a silence before maintenance, as in the list of
 * alerts.
 */
export function segmentFiring(
  firing: Firing,
  silences: readonly MaintenanceSpan[],
  maintenance: readonly MaintenanceSpan[],
  nowMs: number,
): FiringSegment[] {
  const { firedAtMs, acknowledgedAtMs } = firing
  const endMs = Math.max(firedAtMs, firing.resolvedAtMs ?? nowMs)
  const cuts = [
    acknowledgedAtMs ?? endMs,
    ...[...silences, ...maintenance].flatMap(({ fromMs, toMs }) => [fromMs, toMs]),
  ]
    .filter((cutMs) => cutMs > firedAtMs && cutMs < endMs)
    .sort((a, b) => a - b)
  const markAt = (atMs: number): FiringMark => {
    if (acknowledgedAtMs !== null && atMs >= acknowledgedAtMs) return 'acknowledged'
    if (isWithin(silences, atMs)) return 'silenced'
    return isWithin(maintenance, atMs) ? 'maintenance' : 'firing'
  }
  const segments: FiringSegment[] = []
  for (const [index, fromMs] of [firedAtMs, ...cuts].entries()) {
    const toMs = cuts[index] ?? endMs
    const mark = markAt(fromMs)
    const last = segments.at(-1)
    if (last?.mark === mark) last.toMs = toMs
    else if (last === undefined || toMs > fromMs) segments.push({ fromMs, toMs, mark })
  }
  return segments
}

function isWithin(spans: readonly MaintenanceSpan[], atMs: number): boolean {
  return spans.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
}
