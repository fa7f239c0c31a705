import { lockRows, Prisma, type Run, type Transaction } from '@frostline/db'
import { openStatusesOf, type RunKind, runKinds } from '@frostline/domain'
import type { OpenRun, OpenRunKind } from './open-run.ts'

interface Own {
  /** For kinds that read or write a source: the table with the source of each run. */
  sourceTable?: 'load_job' | 'data_generation' | 'bucket_audit' | 'orphan_removal' | 'archive'
  /** The table of its plans, which have no run before they are started. */
  planTable?: 'tier_migration' | 'zero_copy_exit'
  /** Its runs may need nodes of other clusters: it lists all, and returns those of the scope. */
  spansClusters?: boolean
  list: (
    tx: Transaction,
    run: Prisma.RunWhereInput,
    scope: { sourceId?: string; clusterId?: string },
  ) => Promise<
    (Pick<OpenRun, 'name' | 'nodes' | 'table'> & {
      run: Run & { cluster: { slug: string } }
      /** Omitted: the kind. */
      objectType?: string
    })[]
  >
}

/** Makes a kind of run part of the list. */
export function openRunsOf(
  kind: RunKind,
  { sourceTable, planTable, spansClusters = false, list }: Own,
): OpenRunKind {
  const { noun, preposition, remedy } = runKinds[kind]
  return {
    ...{
      word: `${noun} ${preposition}`,
      remedy,
      table: 'run',
      spansClusters,
      hasSource: sourceTable !== undefined,
    },
    async hold(tx, scope) {
      if ('clusterId' in scope) await lockRows(tx, 'run', { kind, ...(spansClusters ? {} : scope) })
      else if (sourceTable)
        await tx.$queryRaw`
          SELECT run.id FROM run JOIN ${Prisma.raw(sourceTable)} AS own ON own.id = run.id
          WHERE own."sourceId" = ${scope.sourceId} ORDER BY run.id FOR UPDATE OF run`
      // A start locks its plan before it has a run.
      if (planTable && 'clusterId' in scope) await lockRows(tx, planTable, scope)
    },
    async list(tx, scope) {
      const ofSource = 'sourceId' in scope
      if (ofSource && !sourceTable) return []
      const open = { kind, status: { in: [...openStatusesOf(kind)] } }
      const rows = await list(tx, ofSource || spansClusters ? open : { ...open, ...scope }, scope)
      return rows.map(({ run, ...own }) => ({
        objectType: kind,
        ...own,
        ...{ objectId: run.id, clusterSlug: run.cluster.slug, status: run.status },
      }))
    },
    async forget(tx, clusterId) {
      const plans = planTable
        ? await tx.$executeRaw`DELETE FROM ${Prisma.raw(planTable)} WHERE "clusterId" = ${clusterId}`
        : 0
      const { count } = await tx.run.deleteMany({ where: { kind, clusterId } })
      return { count: Math.max(plans, count) }
    },
  }
}
