import { type Database, sumPipelineLag } from '@frostline/db'
import { loadSpec, type WatchedPipeline } from '@frostline/domain'

/** Pipelines of a cluster with what keeps them from their work. */
export async function watchPipelines(db: Database, clusterId: string): Promise<WatchedPipeline[]> {
  const rows = await db.loadPipeline.findMany({ where: { clusterId } })
  const lagOf = await sumPipelineLag(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { database, table } = loadSpec.parse(row.spec).target
    const waits = [row.oldestWaiting, lagOf(row.id).loading.oldest].flatMap((date) =>
      date === null ? [] : [date.getTime()],
    )
    return {
      name: row.name,
      database,
      table,
      enabled: row.enabled,
      continuous: row.trigger === 'continuous',
      stoppedReason: row.stoppedReason,
      lookError: row.lookError,
      lookErrorSinceMs: row.lookErrorSince?.getTime() ?? null,
      oldestMs: waits.length === 0 ? null : Math.min(...waits),
    }
  })
}
