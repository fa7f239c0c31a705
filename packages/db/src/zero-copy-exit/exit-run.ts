import type { Prisma, ZeroCopyExit } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** One start of an exit. Each recovery makes a new one, and a run of an older start may not write. */
export interface ZeroCopyExitRun {
  exitId: string
  start: number
}

const fenced = ({ exitId, start }: ZeroCopyExitRun) => ({
  id: exitId,
  starts: start,
  status: { in: ['running' as const, 'pausing' as const, 'cancelling' as const] },
})

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginExit(db: Database, run: ZeroCopyExitRun, now: Date): Promise<ZeroCopyExit> {
  await db.$executeRaw`
    UPDATE zero_copy_exit
    SET status = 'running', "startedAt" = coalesce("startedAt", ${now}), "waitReason" = NULL, error = NULL
    WHERE id = ${run.exitId} AND starts = ${run.start} AND status = 'queued'`
  return readExit(db, run)
}

/** Throws StaleWriterError when the run is not the current one any more. */
export async function readExit(
  db: Pick<Database, 'zeroCopyExit'>,
  run: ZeroCopyExitRun,
): Promise<ZeroCopyExit> {
  const exit = await db.zeroCopyExit.findFirst({ where: fenced(run) })
  if (!exit) throw new StaleWriterError(`Exit ${run.exitId}`)
  return exit
}

/** Throws StaleWriterError when the run is not the current one. */
export async function recordExit(
  db: Pick<Database, 'zeroCopyExit'>,
  run: ZeroCopyExitRun,
  change: Pick<
    Prisma.ZeroCopyExitUpdateManyMutationInput,
    'stage' | 'origins' | 'before' | 'migrations' | 'switches' | 'waitReason' | 'after' | 'proof' | 'error'
  >,
): Promise<void> {
  const { count } = await db.zeroCopyExit.updateMany({ where: fenced(run), data: change })
  refuseStaleWriter(count, `Exit ${run.exitId}`)
}

/**
 * With a proof it is completed, or cancelled where it went back; else paused or cancelled as a person asked for, or failed.
 * `record` writes what follows from it in the same transaction. Null: it is not the current run.
 */
export async function settleExit(
  db: Database,
  run: ZeroCopyExitRun,
  now: Date,
  record: (tx: Transaction, settled: ZeroCopyExit) => Promise<void>,
): Promise<ZeroCopyExit['status'] | null> {
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'zero_copy_exit', run.exitId)
    const exit = await tx.zeroCopyExit.findFirst({ where: fenced(run) })
    if (!exit) return null
    const status = endOf(exit)
    const settled = await tx.zeroCopyExit.update({
      where: { id: exit.id },
      data: {
        ...{ status, waitReason: null },
        ...(status === 'paused' ? {} : { finishedAt: now }),
        error: status === 'failed' ? (exit.error ?? 'It was not carried out.') : null,
      },
    })
    await record(tx, settled)
    return status
  })
}

function endOf({ proof, goesBack, status, error }: ZeroCopyExit): ZeroCopyExit['status'] {
  if (proof !== null) return goesBack ? 'cancelled' : 'completed'
  if (error !== null) return 'failed'
  return status === 'cancelling' ? 'cancelled' : status === 'pausing' ? 'paused' : 'failed'
}
