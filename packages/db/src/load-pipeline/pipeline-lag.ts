import { notifyChange } from '../changes/notify-change.ts'
import { recordLoad } from '../load-job/load-run.ts'
import type { RunRef } from '../run/fence-run.ts'
import type { Database, Transaction } from '../transaction.ts'

export interface ObjectSum {
  objects: number
  bytes: bigint
  /** Upload time of the oldest. */
  oldest: Date | null
}

export interface PipelineLag {
  /** Taken by an open load, and not in the table yet. */
  loading: ObjectSum
  /** Left behind by an ended load, and not taken by a later one in their current version. */
  failed: ObjectSum
}

interface LagRow extends ObjectSum {
  id: string
  open: boolean
}

const nothing: ObjectSum = { objects: 0, bytes: 0n, oldest: null }

/** Objects that pipelines have taken and that are not in their tables. One grouped query for all of them. */
export async function sumPipelineLag(tx: Transaction, ids: string[]): Promise<(id: string) => PipelineLag> {
  const rows = await tx.$queryRaw<LagRow[]>`
    SELECT j."pipelineId" AS id, r.status NOT IN ('failed', 'cancelled') AS open, count(*)::int AS objects,
      sum(f."sizeBytes")::bigint AS bytes, min(f."modifiedAt") AS oldest
    FROM load_job j JOIN run r ON r.id = j.id JOIN load_file f ON f."jobId" = j.id
    WHERE j."pipelineId" = ANY(${ids}) AND f.status <> 'loaded'
      AND r.status <> 'completed'
      AND (r.status NOT IN ('failed', 'cancelled') OR NOT EXISTS (
        SELECT 1 FROM load_pipeline_object o
        WHERE o."pipelineId" = j."pipelineId" AND o.key = f.key AND o.state = 'taken'
          AND o."jobId" <> j.id AND o."knownAt" > r."createdAt"))
    GROUP BY 1, 2`
  return (id) => {
    const sum = (open: boolean): ObjectSum => {
      const row = rows.find((candidate) => candidate.id === id && candidate.open === open)
      return row ? { objects: row.objects, bytes: row.bytes, oldest: row.oldest } : nothing
    }
    return { loading: sum(true), failed: sum(false) }
  }
}

/** Ids of the newest load of each pipeline that has one. One query for all of them. */
export async function listLastLoads(tx: Transaction, pipelineIds: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT j.id FROM unnest(${pipelineIds}::text[]) AS p(id) CROSS JOIN LATERAL (
      SELECT run.id FROM load_job JOIN run ON run.id = load_job.id WHERE "pipelineId" = p.id
      ORDER BY run."createdAt" DESC, run.id DESC LIMIT 1
    ) j`
  return rows.map(({ id }) => id)
}

type Loss = {
  lost: string
  by: string
  silentSince: string
}

/**
 * Records that another replica stages instead of a lost one, for the load, and for its pipeline, whose later loads do
 * not wait for it again. Throws StaleWriterError when the run is no longer current.
 */
export async function recordTakeOver(
  db: Database,
  run: RunRef,
  takeOvers: readonly Loss[],
  { lost, by, silentSince }: Loss,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await recordLoad(tx, run, { takeOvers: [...takeOvers] })
    const { pipelineId } = await tx.loadJob.findUniqueOrThrow({
      where: { id: run.id },
      select: { pipelineId: true },
    })
    const loss = JSON.stringify([{ lost, by, silentSince, loadId: run.id }])
    if (pipelineId !== null) await replaceLoss(tx, pipelineId, lost, loss)
  })
}

/** It has responded to a load: the next ones wait for it again. */
export async function forgetLostReplica(
  db: Database,
  pipelineId: string | null,
  lost: string,
): Promise<void> {
  if (pipelineId !== null) await db.$transaction((tx) => replaceLoss(tx, pipelineId, lost, '[]'))
}

async function replaceLoss(tx: Transaction, pipelineId: string, lost: string, by: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE load_pipeline
    SET "lostReplicas" = jsonb_path_query_array("lostReplicas", '$[*] ? (@.lost != $lost)', jsonb_build_object('lost', ${lost}::text))
      || ${by}::jsonb
    WHERE id = ${pipelineId}`
  await notifyChange(tx, 'load-pipeline', pipelineId)
}
