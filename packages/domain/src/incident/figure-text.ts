import { sizeText } from '../text/size-text.ts'
import type { Unit } from './measures.ts'

/** A figure in a sentence: `900 ms`, `214 MiB/s`, `34`, `12/s`, `98 %`. */
export function figureText(value: number, unit: Unit): string {
  if (unit === 'ms') return value < 10_000 ? `${round(value)} ms` : `${round(value / 1000)} s`
  if (unit === 'bytes-per-second') return `${sizeText(BigInt(Math.round(Math.max(0, value))))}/s`
  if (unit === 'per-second') return `${round(value)}/s`
  if (unit === 'ratio') return `${round(value * 100)} %`
  return round(value)
}

/** From one level to another, with the factor where it says more: `40 ms → 900 ms`, `2/s → 60/s (×30)`. */
export function changeText(before: number, after: number, unit: Unit): string {
  const factor = unit !== 'ratio' && before > 0 && after > before ? ` (×${round(after / before)})` : ''
  const from = before === 0 ? '0' : figureText(before, unit)
  return `${from} → ${figureText(after, unit)}${factor}`
}

function round(value: number): string {
  const digits = Math.abs(value) >= 10 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 2
  return Number(value.toFixed(digits)).toLocaleString('en-US', { maximumFractionDigits: 2 })
}
