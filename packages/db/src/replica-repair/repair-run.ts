import type { Prisma, ReplicaRepair } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** One start of a repair. Each recovery makes a new one, and a run of an older start may not write. */
export interface ReplicaRepairRun {
  repairId: string
  start: number
}

const fenced = ({ repairId, start }: ReplicaRepairRun) => ({
  id: repairId,
  starts: start,
  status: { in: ['running' as const, 'cancelling' as const] },
})

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginRepair(db: Database, run: ReplicaRepairRun, now: Date): Promise<ReplicaRepair> {
  await db.$executeRaw`
    UPDATE replica_repair SET status = 'running', "startedAt" = coalesce("startedAt", ${now}), "waitReason" = NULL
    WHERE id = ${run.repairId} AND starts = ${run.start} AND status = 'queued'`
  return readRepair(db, run)
}

/** Throws StaleWriterError when the run is not the current one any more. */
export async function readRepair(db: Database, run: ReplicaRepairRun): Promise<ReplicaRepair> {
  const repair = await db.replicaRepair.findFirst({ where: fenced(run) })
  if (!repair) throw new StaleWriterError(`Repair ${run.repairId}`)
  return repair
}

/** Throws StaleWriterError when the run is not the current one. */
export async function recordRepair(
  db: Database,
  run: ReplicaRepairRun,
  change: Pick<
    Prisma.ReplicaRepairUpdateManyMutationInput,
    'queryId' | 'sentAt' | 'waitReason' | 'after' | 'proof' | 'error' | 'before'
  >,
): Promise<void> {
  const { count } = await db.replicaRepair.updateMany({ where: fenced(run), data: change })
  refuseStaleWriter(count, `Repair ${run.repairId}`)
}

/**
 * completed where a proof and no error is recorded; cancelled where a person asked for it; else failed. `record` writes what
 * follows from it in the same transaction. Null: it is not the current run.
 */
export async function settleRepair(
  db: Database,
  run: ReplicaRepairRun,
  now: Date,
  record: (tx: Transaction, settled: ReplicaRepair) => Promise<void>,
): Promise<ReplicaRepair['status'] | null> {
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'replica_repair', run.repairId)
    const repair = await tx.replicaRepair.findFirst({ where: fenced(run) })
    if (!repair) return null
    const status =
      repair.proof !== null && repair.error === null
        ? 'completed'
        : repair.status === 'cancelling'
          ? 'cancelled'
          : 'failed'
    const settled = await tx.replicaRepair.update({
      where: { id: repair.id },
      data: {
        status,
        waitReason: null,
        finishedAt: now,
        error: status === 'failed' ? (repair.error ?? 'It was not carried out.') : repair.error,
      },
    })
    await record(tx, settled)
    return status
  })
}
