import { notifyChange } from '../changes/notify-change.ts'
import { recordLoad } from '../load-job/load-run.ts'
import type { RunRef } from '../run/fence-run.ts'
import type { Database, Transaction } from '../transaction.ts'

type Loss = {
  lost: string
  by: string
  silentSince: string
}

/**
 * Writes down that another replica stages instead of a lost one, for the load, and for its pipeline, whose later loads do
 * not wait for it again. Throws StaleWriterError when the run is not the current one any more.
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

/** It has answered a load: the next ones wait for it again. */
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
