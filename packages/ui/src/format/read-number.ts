/**
 * User input as a number: digits with a point or comma before the decimals, no sign and no exponent. NaN for anything
 * else, including empty text, so that no comparison with a limit holds.
 */
export function readDecimal(text: string): number {
  const digits = text.trim().replace(',', '.')
  return /^\d{1,15}(\.\d*)?$/.test(digits) ? Number(digits) : Number.NaN
}

/** The same for whole numbers. */
export function readCount(text: string): number {
  const digits = text.trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN
}
