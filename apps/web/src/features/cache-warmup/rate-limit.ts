import { decimalNumber, emptyOr } from '@/form/field-schemas.ts'

const mebibyte = 1_048_576

/** MiB per second as typed, in bytes. Empty: no limit. */
export const rateLimit = emptyOr(
  decimalNumber(1, 1_000_000, 'Enter a number from 1 to 1,000,000, or leave it empty.').transform((value) =>
    Math.round(value * mebibyte),
  ),
  null,
)

export function writeRateLimit(bytesPerSecond: bigint | null): string {
  return bytesPerSecond === null ? '' : String(Number((Number(bytesPerSecond) / mebibyte).toFixed(6)))
}
