/** A count as a person reads it: "1,234,567". Takes what the ledger holds, a UInt64 as text too. */
export function groupDigits(count: bigint | number | string): string {
  return BigInt(count).toLocaleString('en-US')
}
