import type { Transaction } from '../transaction.ts'

/** Ids of the newest load of each of these pipelines that has one. One read for all of them. */
export async function listLastLoads(tx: Transaction, pipelineIds: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT j.id FROM unnest(${pipelineIds}::text[]) AS p(id) CROSS JOIN LATERAL (
      SELECT run.id FROM load_job JOIN run ON run.id = load_job.id WHERE "pipelineId" = p.id
      ORDER BY run."createdAt" DESC, run.id DESC LIMIT 1
    ) j`
  return rows.map(({ id }) => id)
}
