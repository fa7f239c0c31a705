import type { ReplayQuery } from '../../generated/client.ts'
import type { Transaction } from '../../transaction.ts'

export type NewReplayQuery = Omit<ReplayQuery, 'benchmarkId'>

const rowsAtOnce = 500

/** Stored in one transaction with the benchmark that runs them. */
export async function storeReplayQueries(
  tx: Transaction,
  benchmarkId: string,
  queries: readonly NewReplayQuery[],
): Promise<void> {
  for (let first = 0; first < queries.length; first += rowsAtOnce)
    await tx.replayQuery.createMany({
      data: queries.slice(first, first + rowsAtOnce).map((query) => ({ benchmarkId, ...query })),
    })
}

export async function listReplayQueries(tx: Transaction, benchmarkId: string): Promise<ReplayQuery[]> {
  return tx.replayQuery.findMany({ where: { benchmarkId }, orderBy: { ordinal: 'asc' } })
}
