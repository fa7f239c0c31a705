import { fanOut } from '@frostline/clickhouse'
import { type MigrationStatus, migrationStatuses } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'

/** What is watched from outside. */
export interface Operations {
  tierMigrations: { status: string; count: number }[]
  /** Null: none has ever started, or all have stopped in order. */
  workerAgeMs: number | null
  nodes: { cluster: string; node: string; reachable: boolean }[]
}

const budgetMs = 2_000

/** Asks every node of every cluster for a sign of life, all at once, and waits two seconds at most. */
export async function readOperations(ctx: ServiceContext): Promise<Operations> {
  await authorize(ctx, 'viewer')
  const [counts, plans, discarded, newest, clusters] = await Promise.all([
    ctx.db.run.groupBy({ by: ['status'], where: { kind: 'tier-migration' }, _count: true }),
    ctx.db.tierMigration.count({ where: { runId: null, discardedAt: null } }),
    ctx.db.tierMigration.count({ where: { runId: null, discardedAt: { not: null } } }),
    ctx.db.workerHeartbeat.findFirst({ where: { stoppedAt: null }, orderBy: { lastSeenAt: 'desc' } }),
    ctx.db.cluster.findMany({ select: { id: true, slug: true }, orderBy: { slug: 'asc' } }),
  ])
  const byStatus = new Map<MigrationStatus, number>(counts.map((row) => [row.status, row._count]))
  byStatus.set('planned', plans)
  byStatus.set('cancelled', (byStatus.get('cancelled') ?? 0) + discarded)
  const nodes = await Promise.all(clusters.map((cluster) => observeNodes(ctx, cluster)))
  return {
    tierMigrations: migrationStatuses.map((status) => ({
      status,
      count: byStatus.get(status) ?? 0,
    })),
    workerAgeMs: newest ? ctx.now().getTime() - newest.lastSeenAt.getTime() : null,
    nodes: nodes.flat(),
  }
}

async function observeNodes(
  ctx: ServiceContext,
  cluster: { id: string; slug: string },
): Promise<Operations['nodes']> {
  const { nodes } = await ctx.clusters.get(cluster.id)
  const outcomes = await fanOut(
    nodes.map((node) => node.client),
    (client, signal) => client.text('sign_of_life', 'SELECT 1', { signal, timeoutMs: budgetMs }),
    { budgetMs },
  )
  return outcomes.map(({ node, state }) => ({ cluster: cluster.slug, node, reachable: state === 'ok' }))
}
