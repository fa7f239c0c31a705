export const budgetUnits = ['B', 'MiB', 'GiB', 'TiB'] as const
export type BudgetUnit = (typeof budgetUnits)[number]
/** An amount of bytes as typed. Empty: none. */
export type Budget = { budget: string; budgetUnit: BudgetUnit }
const unitBytes: Record<BudgetUnit, bigint> = { B: 1n, MiB: 1n << 20n, GiB: 1n << 30n, TiB: 1n << 40n }

/** In the largest unit without loss. */
export function budgetOf(bytes: bigint | null): Budget {
  if (bytes === null) return { budget: '', budgetUnit: 'GiB' }
  const budgetUnit = budgetUnits.toReversed().find((unit) => bytes % unitBytes[unit] === 0n) ?? 'B'
  return { budget: String(bytes / unitBytes[budgetUnit]), budgetUnit }
}

/** Bytes of the typed budget; null for none; undefined if invalid. */
export function budgetBytesOf({ budget, budgetUnit }: Budget) {
  const text = budget.trim()
  if (text === '') return null
  if (!/^\d{1,18}(\.\d{1,6})?$/.test(text)) return undefined
  const [whole = '0', fraction = ''] = text.split('.')
  const millionths = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
  const bytes = (millionths * unitBytes[budgetUnit]) / 1_000_000n
  return bytes > 0n && bytes < 10n ** 18n ? bytes : undefined
}
