export interface ReplaySpan {
  fromMs: number
  toMs: number
}

/** Seconds of the incident in a second. */
export const replaySpeeds = [1, 5, 10, 60] as const

/** Where the cursor is some time later, in whole seconds. Null: the incident is over. */
export function advanceReplay(atMs: number, bySeconds: number, { fromMs, toMs }: ReplaySpan): number | null {
  const next = Math.floor(atMs / 1000) * 1000 + bySeconds * 1000
  return next >= toMs ? null : Math.max(next, fromMs)
}

/** Where a replay begins: at the cursor, or at the begin where there is none or it is at the end. */
export function startReplay(atMs: number | null, { fromMs, toMs }: ReplaySpan): number {
  return atMs === null || atMs < fromMs || atMs >= toMs - 1000 ? fromMs : atMs
}
