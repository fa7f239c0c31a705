import type { Prisma } from '../generated/client.ts'
import type { BenchmarkKind } from '../generated/enums.ts'
import { type NewRun, storeRun } from '../run/change-run.ts'
import type { Transaction } from '../transaction.ts'

export interface NewBenchmark extends Pick<NewRun, 'clusterId' | 'requestedById' | 'requestedBy' | 'now'> {
  kind: BenchmarkKind
  nodeName: string
  subject: string
  /** As packages/domain defines it for the kind. */
  spec: object
  steps: readonly { kind: string; round: number; object: string | null }[]
}

/** Stores a benchmark with its steps, queued: a worker takes it from the ledger. */
export async function storeBenchmark(
  tx: Transaction,
  { steps, spec, clusterId, requestedById, requestedBy, now, ...own }: NewBenchmark,
): Promise<{ id: string }> {
  const by = { clusterId, requestedById, requestedBy, now }
  const { id } = await storeRun(tx, { kind: 'benchmark', of: null, claimKey: null, ...by })
  await tx.benchmark.create({ data: { id, ...own, spec: spec as Prisma.InputJsonObject } })
  await tx.benchmarkStep.createMany({
    data: steps.map((step, ordinal) => ({ benchmarkId: id, ordinal, ...step })),
  })
  return { id }
}
