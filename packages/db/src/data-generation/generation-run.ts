import type { DataGeneration } from '../generated/client.ts'
import type { DataGenerationStatus } from '../generated/enums.ts'
import { lockRow } from '../lock-row.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** One start of a generation. A retry makes a new one, and a run of an older start may not write. */
export interface GenerationRun {
  generationId: string
  start: number
}

/** What a person wants of a run by now. */
export type GenerationOrders = 'go-on' | 'cancel'

const live = ['running', 'cancelling'] as const

function fencedGeneration({ generationId, start }: GenerationRun) {
  return { id: generationId, starts: start, status: { in: [...live] } }
}

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginGeneration(db: Database, run: GenerationRun, now: Date): Promise<DataGeneration> {
  await db.$executeRaw`
    UPDATE data_generation
    SET status = 'running', "startedAt" = coalesce("startedAt", ${now}), "finishedAt" = NULL, error = NULL,
      "waitReason" = NULL
    WHERE id = ${run.generationId} AND starts = ${run.start} AND status = 'queued'`
  const generation = await db.dataGeneration.findFirst({ where: fencedGeneration(run) })
  if (!generation) throw new StaleWriterError(`Data generation ${run.generationId}`)
  return generation
}

/** Throws StaleWriterError when the run is not the current one any more. */
export async function readGenerationOrders(db: Database, run: GenerationRun): Promise<GenerationOrders> {
  const generation = await db.dataGeneration.findFirst({
    where: fencedGeneration(run),
    select: { status: true },
  })
  if (!generation) throw new StaleWriterError(`Data generation ${run.generationId}`)
  return generation.status === 'cancelling' ? 'cancel' : 'go-on'
}

/** `error` ends the run: nothing of it is sent any more. Throws StaleWriterError when the run is not the current one. */
export async function recordGeneration(
  db: Database,
  run: GenerationRun,
  change: { waitReason?: string | null; error?: string; statementHead?: string },
): Promise<void> {
  const { count } = await db.dataGeneration.updateMany({ where: fencedGeneration(run), data: change })
  refuseStaleWriter(count, `Data generation ${run.generationId}`)
}

/**
 * Settles a run from its chunks: completed when each is, else cancelled when a person asked for it, else failed. `record`
 * writes what follows from it in the same transaction. Null: it is not the current run.
 */
export async function settleGeneration(
  db: Database,
  run: GenerationRun,
  now: Date,
  record: (tx: Transaction, settled: DataGeneration) => Promise<void>,
): Promise<DataGenerationStatus | null> {
  const { generationId } = run
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'data_generation', generationId)
    const generation = await tx.dataGeneration.findFirst({ where: fencedGeneration(run) })
    if (!generation) return null
    const left = await tx.dataGenerationChunk.count({
      where: { generationId, status: { not: 'completed' } },
    })
    const status = left === 0 ? 'completed' : generation.status === 'cancelling' ? 'cancelled' : 'failed'
    if (status !== 'completed')
      await tx.dataGenerationChunk.updateMany({
        where: { generationId, status: { in: ['planned', 'running'] } },
        data: { status: 'cancelled' },
      })
    const settled = await tx.dataGeneration.update({
      where: { id: generationId },
      data: {
        status,
        finishedAt: now,
        waitReason: null,
        error: status === 'failed' ? (generation.error ?? 'It was not carried out.') : null,
      },
    })
    await record(tx, settled)
    return status
  })
}
