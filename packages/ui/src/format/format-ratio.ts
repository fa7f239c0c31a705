import { isKnown, type Quantity, threeDigits, unknownText } from './quantity.ts'

/** A share in 0..1 as percent. A non-zero share never reads 0%, and an incomplete one never 100%: "<0.1%", ">99.9%". */
export function formatPercent(share: number | null | undefined): string {
  if (!isKnown(share)) return unknownText
  const percent = Number(share) * 100
  if (percent === 0) return '0%'
  if (percent > 0 && percent < 0.1) return '<0.1%'
  if (percent > 99.9 && percent < 100) return '>99.9%'
  if (Math.abs(percent) >= 99.95) return `${Math.round(percent)}%`
  return `${percent.toFixed(1)}%`
}

/** The share of a part in a whole; unknown when either is, 0 of an empty whole. */
export function shareOf(part: Quantity, whole: Quantity): number | null {
  if (!isKnown(part) || !isKnown(whole)) return null
  const total = Number(whole)
  return total === 0 ? 0 : Number(part) / total
}

/** How many times: "3.20×". Unknown when the base is zero. */
export function formatRatio(value: Quantity, base: Quantity): string {
  if (!isKnown(value) || !isKnown(base) || Number(base) === 0) return unknownText
  return `${threeDigits(Number(value) / Number(base))}×`
}
