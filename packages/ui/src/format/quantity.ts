/** A count or a size as drivers give it: UInt64 is bigint, `null` is "could not look". */
export type Quantity = bigint | number | null | undefined

export const unknownText = 'unknown'

export function isKnown(value: Quantity): value is bigint | number {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Every digit, grouped by thousands. Exact for bigint. */
export function groupDigits(value: bigint | number): string {
  return grouped.format(value).replace('-', '−')
}

/** Three significant digits, so that columns of scaled numbers keep one width. */
export function threeDigits(value: number): string {
  const size = Math.abs(value)
  const text = size >= 99.95 ? size.toFixed(0) : size >= 9.995 ? size.toFixed(1) : size.toFixed(2)
  return value < 0 ? `−${text}` : text
}

/**
 * Scales a value to the largest unit that keeps it below the step, after rounding: 1023.9 KiB is "1.00 MiB",
 * never "1024 KiB".
 */
export function scaleToUnit(
  value: number,
  step: number,
  units: readonly string[],
): { scaled: number; unit: string; power: number } {
  let scaled = value
  let power = 0
  const limit = step - 0.5
  while (Math.abs(scaled) >= limit && power < units.length - 1) {
    scaled /= step
    power += 1
  }
  return { scaled, unit: units[power] ?? '', power }
}
