export interface Share {
  key: string
  label: string
  value: bigint
  /** Of CSS: `tierColors.cache`. */
  color?: string | undefined
}

/** The largest first; what is beyond `most` becomes one share, so that the sum stays. Empty ones are left out. */
export function foldShares(shares: readonly Share[], most: number): Share[] {
  const sorted = shares
    .filter(({ value }) => value > 0n)
    .toSorted((a, b) => (b.value > a.value ? 1 : b.value < a.value ? -1 : 0))
  if (sorted.length <= most) return sorted
  const rest = sorted.slice(most - 1)
  return [
    ...sorted.slice(0, most - 1),
    {
      key: '\0rest',
      label: `${rest.length} more`,
      value: rest.reduce((sum, { value }) => sum + value, 0n),
      color: 'var(--color-ink-3)',
    },
  ]
}
