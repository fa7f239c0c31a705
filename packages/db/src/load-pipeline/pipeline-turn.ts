import { openRunStatuses } from '@frostline/domain'
import { StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** A worker without progress for this long has lost its turn, such as when a store takes that long for a page. */
const turnSeconds = 30

/** One check of a pipeline's bucket. `epoch` increases with every turn and fences all its writes. */
export interface PipelineTurn {
  pipelineId: string
  epoch: bigint
  /** By the database's clock. Later requests need another check. */
  startedAt: Date
}

/**
 * Pipelines whose bucket is to be listed now, by the database's clock: it is due, or a pending run could start. While
 * checks fail, a pending run waits for the next scheduled one.
 */
export async function listDuePipelines(db: Database): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM load_pipeline p
    WHERE (p."lookingUntil" IS NULL OR p."lookingUntil" <= now())
      AND (p."nextLookAt" <= now()
        OR (p.enabled AND p."askedAt" IS NOT NULL AND p."lookErrorSince" IS NULL AND NOT EXISTS (
          SELECT 1 FROM load_job j JOIN run r ON r.id = j.id WHERE j."pipelineId" = p.id
            AND r.status::text = ANY(${[...openRunStatuses]}))))
    ORDER BY p."nextLookAt"`
  return rows.map(({ id }) => id)
}

/** Null while another worker has it. */
export async function takePipelineTurn(
  db: Database,
  pipelineId: string,
  workerId: string,
): Promise<PipelineTurn | null> {
  const [row] = await db.$queryRaw<{ epoch: bigint; startedAt: Date }[]>`
    UPDATE load_pipeline
    SET epoch = epoch + 1, "lookedBy" = ${workerId}, "lookingUntil" = now() + make_interval(secs => ${turnSeconds})
    WHERE id = ${pipelineId} AND ("lookingUntil" IS NULL OR "lookingUntil" <= now())
    RETURNING epoch, now() AS "startedAt"`
  return row ? { pipelineId, ...row } : null
}

/** Throws StaleWriterError when another worker has the turn now. */
export async function keepPipelineTurn(db: Database, { pipelineId, epoch }: PipelineTurn): Promise<void> {
  const kept = await db.$executeRaw`
    UPDATE load_pipeline SET "lookingUntil" = now() + make_interval(secs => ${turnSeconds})
    WHERE id = ${pipelineId} AND epoch = ${epoch}`
  if (kept !== 1) throw new StaleWriterError(`Pipeline ${pipelineId}`)
}

/** Locks the pipeline until the transaction ends. Throws StaleWriterError when another worker has the turn now. */
export async function lockPipelineTurn(tx: Transaction, { pipelineId, epoch }: PipelineTurn): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM load_pipeline WHERE id = ${pipelineId} AND epoch = ${epoch} FOR UPDATE`
  if (rows.length !== 1) throw new StaleWriterError(`Pipeline ${pipelineId}`)
}
