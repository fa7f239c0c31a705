import { formatDuration } from './format-duration.ts'
import { isKnown, type Quantity, unknownText } from './quantity.ts'

/** What was measured, with three digits below a second: "3.24 ms", "39.7 ms", "412 ms", "1.2 s". */
export function formatElapsed(elapsedMs: Quantity): string {
  if (!isKnown(elapsedMs)) return unknownText
  const ms = Number(elapsedMs)
  if (ms >= 99.95 || ms < 0) return formatDuration(ms)
  return `${ms.toFixed(ms < 9.995 ? 2 : 1)} ms`
}
