import type { Prisma } from '../generated/client.ts'
import type { BenchmarkKind } from '../generated/enums.ts'
import type { Transaction } from '../transaction.ts'

export interface NewBenchmark {
  clusterId: string
  kind: BenchmarkKind
  nodeName: string
  subject: string
  /** As packages/domain has it for the kind. */
  spec: object
  requestedById: string | null
  requestedBy: string
  steps: readonly { kind: string; round: number; object: string | null }[]
  now: Date
}

/** Held while it is looked whether another benchmark measures the same node. */
const startLock = 72_707_374

/** Until the end of the transaction only one benchmark is stored, of all. */
export async function lockBenchmarkStarts(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${startLock}::bigint)`
}

/** Stores a benchmark with its steps, queued: a worker takes it from the ledger. */
export async function storeBenchmark(
  tx: Transaction,
  { steps, now, spec, ...own }: NewBenchmark,
): Promise<{ id: string }> {
  const { id } = await tx.benchmark.create({
    data: { ...own, spec: spec as Prisma.InputJsonObject, createdAt: now },
    select: { id: true },
  })
  await tx.benchmarkStep.createMany({
    data: steps.map((step, ordinal) => ({ benchmarkId: id, ordinal, ...step })),
  })
  return { id }
}
