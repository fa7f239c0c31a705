import type { BenchmarkStep, Prisma, Run } from '../generated/client.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, isCurrentRun, nameRun, type RunRef, readWish } from '../run/fence-run.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** Open steps, in order. */
export async function listOpenBenchmarkSteps(db: Database, benchmarkId: string): Promise<BenchmarkStep[]> {
  return db.benchmarkStep.findMany({
    where: { benchmarkId, status: { in: ['planned', 'running'] } },
    orderBy: { ordinal: 'asc' },
  })
}

/**
 * Written before the statement is sent, in one round trip: only where the step is open and the run is current and was
 * not stopped. From here on the query id is the right to write the step. False: a person has stopped it, so nothing may
 * be sent. Throws StaleWriterError.
 */
export async function recordBenchmarkStepSent(
  db: Database,
  run: RunRef,
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
    WHERE step."benchmarkId" = ${run.id} AND step.ordinal = ${ordinal} AND step.status IN ('planned', 'running')
      AND ${isCurrentRun(run, { goesOn: true })}`
  if (written === 1) return true
  if ((await readWish(db, run)) !== 'go-on') return false
  throw new StaleWriterError(`Step ${ordinal} of ${nameRun(run)}`)
}

/** For display, with its settings. `queryId` is null where one entry represents several statements. */
export interface PreparingStatement {
  statement: string
  queryId: string | null
  sentAt: Date
}

/** Written before the last of them is sent. Replaces those of an earlier attempt. Throws StaleWriterError. */
export async function recordBenchmarkPreparation(
  db: Database,
  run: RunRef,
  ordinal: number,
  statements: readonly PreparingStatement[],
): Promise<void> {
  const { count } = await db.benchmarkStep.updateMany({
    where: { benchmarkId: run.id, ordinal, benchmark: { run: fencedRun(run) } },
    data: {
      preparation: statements.map(({ sentAt, ...sent }) => ({ ...sent, sentAt: sentAt.toISOString() })),
    },
  })
  refuseStaleWriter(count, `Step ${ordinal} of ${nameRun(run)}`)
}

/** The right to write a step: the statement that was sent last, in the current run. */
export interface BenchmarkFence {
  run: RunRef
  ordinal: number
  queryId: string
}

/** Throws StaleWriterError if another worker has the step. */
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
      ...{ benchmarkId: run.id, ordinal, queryId, status: 'running' },
      benchmark: { run: fencedRun(run) },
    },
    data: change,
  })
  refuseStaleWriter(count, `Step ${ordinal} of ${nameRun(run)}`)
}

/** Complete when each step succeeded. The rest is cancelled. */
export async function endBenchmarkSteps(tx: Transaction, { id, status }: Run): Promise<RunEnd> {
  const open = { benchmarkId: id, status: { in: ['planned' as const, 'running' as const] } }
  const [left, failed] = await Promise.all([
    tx.benchmarkStep.count({ where: open }),
    tx.benchmarkStep.count({ where: { benchmarkId: id, status: 'failed' } }),
  ])
  await tx.benchmarkStep.updateMany({ where: open, data: { status: 'cancelled' } })
  const isFaulty = failed > 0 && (left === 0 || status === 'running')
  return { isDone: left === 0, fault: isFaulty ? explainFailed(failed) : null }
}

function explainFailed(failed: number): string {
  return failed === 1 ? 'One step failed.' : `${failed} steps failed.`
}
