import type { Transaction } from '../transaction.ts'

/** Ids of the newest load of each of these pipelines that has one. One read for all of them. */
export async function listLastLoads(tx: Transaction, pipelineIds: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT j.id FROM unnest(${pipelineIds}::text[]) AS p(id) CROSS JOIN LATERAL (
      SELECT id FROM load_job WHERE "pipelineId" = p.id ORDER BY "createdAt" DESC, id DESC LIMIT 1
    ) j`
  return rows.map(({ id }) => id)
}
