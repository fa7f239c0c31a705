import type { TimeWindow } from './time-window.ts'
import { isWindowOpen, nextWindowOpening, windowClosing } from './window-changes.ts'

/** Further away nothing is predicted. */
const horizonMs = 366 * 86_400_000

/**
 * When work of this length ends if it begins at `fromMs` and goes on only while the window is open (undefined: always).
 * Null: not within a year.
 */
export function endOfWork(fromMs: number, workMs: number, window: TimeWindow | undefined): number | null {
  let [atMs, leftMs] = [fromMs, workMs]
  while (atMs - fromMs <= horizonMs) {
    if (window && !isWindowOpen(window, atMs)) {
      const opensMs = nextWindowOpening(window, atMs)
      if (opensMs === null) return null
      atMs = opensMs
      continue
    }
    const closesMs = window ? windowClosing(window, atMs) : null
    const roomMs = closesMs === null ? Number.POSITIVE_INFINITY : closesMs - atMs
    if (leftMs <= roomMs) return leftMs <= horizonMs ? atMs + leftMs : null
    leftMs -= roomMs
    atMs += roomMs
  }
  return null
}
