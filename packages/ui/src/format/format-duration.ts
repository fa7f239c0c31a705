import { isKnown, type Quantity, unknownText } from './quantity.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Two units at most: "850 ms", "1.2 s", "1 m 05 s", "2 h 03 m", "3 d 04 h". */
export function formatDuration(elapsedMs: Quantity): string {
  if (!isKnown(elapsedMs)) return unknownText
  const totalMs = Number(elapsedMs)
  if (totalMs < 0) return `−${formatDuration(-totalMs)}`
  if (totalMs < 999.5) return `${Math.round(totalMs)} ms`
  if (totalMs < 9_950) return `${(totalMs / 1000).toFixed(1)} s`
  const seconds = Math.round(totalMs / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} m ${two(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} h ${two(minutes % 60)} m`
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`
}

/** What was measured, with three digits below a second: "3.24 ms", "39.7 ms", "412 ms", "1.2 s". */
export function formatElapsed(elapsedMs: Quantity): string {
  if (!isKnown(elapsedMs)) return unknownText
  const ms = Number(elapsedMs)
  if (ms >= 99.95 || ms < 0) return formatDuration(ms)
  return `${ms.toFixed(ms < 9.995 ? 2 : 1)} ms`
}
