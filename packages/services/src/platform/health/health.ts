import { fanOut } from '@frostline/clickhouse'
import type { Database } from '@frostline/db'
import { type MigrationStatus, migrationStatuses } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { toServiceError } from '../base/to-service-error.ts'

/** Figures for monitoring. */
export interface Operations {
  tierMigrations: { status: string; count: number }[]
  /** Null: none has ever started, or all have shut down. */
  workerAgeMs: number | null
  nodes: { cluster: string; node: string; reachable: boolean }[]
}

const budgetMs = 2_000

/** Pings every node of every cluster at once, and waits at most two seconds. */
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

/** A worker sends a heartbeat every 2 s; one silent for longer than this counts as dead and its runs are taken over. */
const workerSilentAfterMs = 10_000

export interface Readiness {
  /** `fault`: how to fix it. */
  database: { ok: boolean; elapsedMs: number; fault: string | null }
  /** The worker with the latest heartbeat. `absent`: none has ever started, or all have shut down. */
  worker: { state: 'alive' | 'silent' | 'absent' | 'unknown'; ageMs: number | null }
}

const timeoutMs = 2_000

/** Answers within about two seconds and never throws: a probe wants to know what is wrong. */
export async function readReadiness(db: Database, now: Date): Promise<Readiness> {
  const startedAt = performance.now()
  const look = await limit(
    db.workerHeartbeat.findFirst({ where: { stoppedAt: null }, orderBy: { lastSeenAt: 'desc' } }),
  )
  const elapsedMs = Math.round(performance.now() - startedAt)
  if ('fault' in look)
    return {
      database: { ok: false, elapsedMs, fault: look.fault },
      worker: { state: 'unknown', ageMs: null },
    }
  const database = { ok: true, elapsedMs, fault: null }
  const newest = look.value
  if (!newest) return { database, worker: { state: 'absent', ageMs: null } }
  const ageMs = Math.max(0, now.getTime() - newest.lastSeenAt.getTime())
  return { database, worker: { state: ageMs > workerSilentAfterMs ? 'silent' : 'alive', ageMs } }
}

async function limit<Value>(work: Promise<Value>): Promise<{ value: Value } | { fault: string }> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<{ fault: string }>((resolve) => {
    timer = setTimeout(
      () => resolve({ fault: `PostgreSQL did not answer within ${timeoutMs} ms.` }),
      timeoutMs,
    )
  })
  const outcome = await Promise.race([work.then((value) => ({ value }), explainFault), timeout])
  clearTimeout(timer)
  return outcome
}

/** Probes are public, so the error itself is not shown. */
function explainFault(error: unknown): { fault: string } {
  return { fault: toServiceError(error)?.message ?? 'PostgreSQL returned an error. See the log.' }
}
