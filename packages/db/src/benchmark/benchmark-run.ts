import type { Benchmark } from '../generated/client.ts'
import type { BenchmarkStatus } from '../generated/enums.ts'
import { lockRow } from '../lock-row.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** One start of a benchmark. A run of an older start may not write. */
export interface BenchmarkRun {
  benchmarkId: string
  start: number
}

export function fencedBenchmark({ benchmarkId, start }: BenchmarkRun) {
  return { id: benchmarkId, starts: start, status: { in: ['running' as const, 'cancelling' as const] } }
}

function subject({ benchmarkId }: BenchmarkRun): string {
  return `Benchmark ${benchmarkId}`
}

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginBenchmark(db: Database, run: BenchmarkRun, now: Date): Promise<Benchmark> {
  await db.$executeRaw`
    UPDATE benchmark
    SET status = 'running', "startedAt" = coalesce("startedAt", ${now}), error = NULL, "waitReason" = NULL
    WHERE id = ${run.benchmarkId} AND starts = ${run.start} AND status = 'queued'`
  const benchmark = await db.benchmark.findFirst({ where: fencedBenchmark(run) })
  if (!benchmark) throw new StaleWriterError(subject(run))
  return benchmark
}

/** Whether a person wants it to stop. Throws StaleWriterError when the run is not the current one any more. */
export async function isBenchmarkCancelled(db: Database, run: BenchmarkRun): Promise<boolean> {
  const benchmark = await db.benchmark.findFirst({ where: fencedBenchmark(run), select: { status: true } })
  if (!benchmark) throw new StaleWriterError(subject(run))
  return benchmark.status === 'cancelling'
}

/** Throws StaleWriterError when the run is not the current one. */
export async function recordBenchmark(
  db: Database,
  run: BenchmarkRun,
  change: { waitReason?: string | null; error?: string },
): Promise<void> {
  const { count } = await db.benchmark.updateMany({ where: fencedBenchmark(run), data: change })
  refuseStaleWriter(count, subject(run))
}

/**
 * Settles a run from its steps: completed when each ended well; cancelled when a person asked for it before; else failed.
 * `record` writes what follows from it in the same transaction. Null: it is not the current run.
 */
export async function settleBenchmark(
  db: Database,
  run: BenchmarkRun,
  now: Date,
  record: (tx: Transaction, settled: Benchmark) => Promise<void>,
): Promise<BenchmarkStatus | null> {
  const { benchmarkId } = run
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'benchmark', benchmarkId)
    const benchmark = await tx.benchmark.findFirst({ where: fencedBenchmark(run) })
    if (!benchmark) return null
    const open = { benchmarkId, status: { in: ['planned' as const, 'running' as const] } }
    const [left, failed] = await Promise.all([
      tx.benchmarkStep.count({ where: open }),
      tx.benchmarkStep.count({ where: { benchmarkId, status: 'failed' } }),
    ])
    await tx.benchmarkStep.updateMany({ where: open, data: { status: 'cancelled' } })
    const status =
      left > 0 && benchmark.status === 'cancelling'
        ? 'cancelled'
        : left > 0 || failed > 0 || benchmark.error !== null
          ? 'failed'
          : 'completed'
    const settled = await tx.benchmark.update({
      where: { id: benchmarkId },
      data: {
        status,
        waitReason: null,
        finishedAt: now,
        error: status === 'failed' ? (benchmark.error ?? explainFailed(failed)) : null,
      },
    })
    await record(tx, settled)
    return status
  })
}

function explainFailed(failed: number): string {
  if (failed === 0) return 'It was not carried out.'
  return failed === 1 ? 'One step of it failed.' : `${failed} steps of it failed.`
}
