import type { BenchmarkStep, Prisma } from '../generated/client.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { type BenchmarkRun, fencedBenchmark, isBenchmarkCancelled } from './benchmark-run.ts'

/** Steps that are not through, in their order. */
export async function listOpenBenchmarkSteps(db: Database, benchmarkId: string): Promise<BenchmarkStep[]> {
  return db.benchmarkStep.findMany({
    where: { benchmarkId, status: { in: ['planned', 'running'] } },
    orderBy: { ordinal: 'asc' },
  })
}

/**
 * Written before the statement is sent, in one round trip: only where the step is open and the run is current and goes on.
 * From here on the query id is the right to write the step. False: a person wants none to be sent. Throws StaleWriterError.
 */
export async function recordBenchmarkStepSent(
  db: Database,
  run: BenchmarkRun,
  {
    ordinal,
    queryId,
    statement,
    now,
  }: { ordinal: number; queryId: string; statement: string | null; now: Date },
): Promise<boolean> {
  const written = await db.$executeRaw`
    UPDATE benchmark_step AS step
    SET status = 'running', attempts = attempts + 1, "queryId" = ${queryId}, statement = ${statement},
      "sentAt" = ${now}, error = NULL
    FROM benchmark
    WHERE step."benchmarkId" = ${run.benchmarkId} AND step.ordinal = ${ordinal} AND step.status IN ('planned', 'running')
      AND benchmark.id = step."benchmarkId" AND benchmark.starts = ${run.start} AND benchmark.status = 'running'`
  if (written === 1) return true
  if (await isBenchmarkCancelled(db, run)) return false
  throw new StaleWriterError(`Step ${ordinal} of benchmark ${run.benchmarkId}`)
}

/** For people: its settings stand beside it. `queryId` is null where one entry stands for several statements. */
export interface PreparingStatement {
  statement: string
  queryId: string | null
  sentAt: Date
}

/** Written before the last of them is sent. They replace those of an attempt before. Throws StaleWriterError. */
export async function recordBenchmarkPreparation(
  db: Database,
  run: BenchmarkRun,
  ordinal: number,
  statements: readonly PreparingStatement[],
): Promise<void> {
  const { count } = await db.benchmarkStep.updateMany({
    where: { benchmarkId: run.benchmarkId, ordinal, benchmark: fencedBenchmark(run) },
    data: {
      preparation: statements.map(({ sentAt, ...sent }) => ({ ...sent, sentAt: sentAt.toISOString() })),
    },
  })
  refuseStaleWriter(count, `Step ${ordinal} of benchmark ${run.benchmarkId}`)
}

/** The right to write a step: of the statement that was sent last, in the current run. */
export interface BenchmarkFence {
  run: BenchmarkRun
  ordinal: number
  queryId: string
}

/** Throws StaleWriterError where the step is another's by now. */
export async function recordBenchmarkStep(
  db: Database,
  { run, ordinal, queryId }: BenchmarkFence,
  change: Pick<
    Prisma.BenchmarkStepUpdateManyMutationInput,
    'status' | 'attempts' | 'finishedAt' | 'elapsedMs' | 'figures' | 'error'
  >,
): Promise<void> {
  const { count } = await db.benchmarkStep.updateMany({
    where: {
      ...{ benchmarkId: run.benchmarkId, ordinal, queryId, status: 'running' },
      benchmark: fencedBenchmark(run),
    },
    data: change,
  })
  refuseStaleWriter(count, `Step ${ordinal} of benchmark ${run.benchmarkId}`)
}
