interface DueStep {
  partitionId: string
  bytes: bigint
  newestMs: number | null
}

/** A partition of all shards. */
interface DuePartition {
  partitionId: string
  bytes: bigint
  newestMs: number
}

interface BudgetedPartitions {
  taken: string[]
  takenBytes: bigint
  /** For a later run. */
  leftOutBytes: bigint
  /** Larger than the budget, so that no run takes them. */
  tooLarge: string[]
}

/**
 * Takes whole partitions while their bytes fit, the oldest first. The first that does not fit ends the run, so that small
 * new partitions never overtake a big old one. One that is larger than the budget is left out and reported.
 */
export function fitArchiveBudget(
  steps: readonly DueStep[],
  budgetBytes: bigint | null,
  maxPartitions = 1_000,
): BudgetedPartitions {
  const fit: BudgetedPartitions = { taken: [], takenBytes: 0n, leftOutBytes: 0n, tooLarge: [] }
  let isFull = false
  for (const { partitionId, bytes } of sumPartitions(steps)) {
    if (budgetBytes !== null && bytes > budgetBytes) {
      fit.tooLarge.push(partitionId)
      fit.leftOutBytes += bytes
      continue
    }
    isFull ||=
      fit.taken.length >= maxPartitions || (budgetBytes !== null && fit.takenBytes + bytes > budgetBytes)
    if (isFull) fit.leftOutBytes += bytes
    else {
      fit.taken.push(partitionId)
      fit.takenBytes += bytes
    }
  }
  return fit
}

function sumPartitions(steps: readonly DueStep[]): DuePartition[] {
  const sums = new Map<string, DuePartition>()
  for (const { partitionId, bytes, newestMs } of steps) {
    const sum = sums.get(partitionId) ?? { partitionId, bytes: 0n, newestMs: Number.NEGATIVE_INFINITY }
    sums.set(partitionId, {
      partitionId,
      bytes: sum.bytes + bytes,
      newestMs: Math.max(sum.newestMs, newestMs ?? Number.NEGATIVE_INFINITY),
    })
  }
  return [...sums.values()].toSorted(
    (a, b) => a.newestMs - b.newestMs || (a.partitionId < b.partitionId ? -1 : 1),
  )
}
