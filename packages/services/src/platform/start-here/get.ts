import { parseTableTtl, tableCatalog } from '@frostline/clickhouse'
import type { RunKind } from '@frostline/domain'
import type { z } from 'zod'
import type { Role } from '../base/actor.ts'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { getStartHereInput, type StartHere, type startSteps } from './schema.ts'

type Step = (typeof startSteps)[number]

const needs: Record<Step, Role> = {
  'connect-cluster': 'admin',
  'see-storage': 'viewer',
  'move-partition': 'operator',
  'set-ttl': 'admin',
  'load-object': 'operator',
  'audit-bucket': 'operator',
  'invite-person': 'admin',
}

/**
 * The first steps with a cluster. Facts tick them: completed runs, TTLs of tables, accounts. Only two marks are stored per user:
 * that they saw where bytes are stored, and that they dismissed the list. A colleague who joins later still gets the list.
 */
export async function getStartHere(
  ctx: ServiceContext,
  given: z.input<typeof getStartHereInput>,
): Promise<StartHere> {
  const { cluster: key } = await authorizeInput(ctx, 'viewer', getStartHereInput, given)
  const cluster = await ctx.clusters.get(key)
  const clusterId = cluster.id
  const [runs, people, marks] = await Promise.all([
    ctx.db.run.groupBy({ by: ['kind'], where: { clusterId, status: 'completed' } }),
    ctx.db.user.count({ where: { disabledAt: null } }),
    ctx.actor.type === 'user' ? ctx.db.personMark.findMany({ where: { userId: ctx.actor.id } }) : [],
  ])
  const marked = (mark: string) => marks.some((each) => each.mark === mark)
  const ran = (kind: RunKind) => runs.some((run) => run.kind === kind)
  const dismissed = marked('dismissed-start-here')
  const done: Record<Step, boolean | null> = {
    'connect-cluster': true,
    'see-storage': marked('saw-storage'),
    'move-partition': ran('tier-migration'),
    // The list is dismissed, so the cluster is not queried.
    'set-ttl': dismissed ? null : await hasTtl(ctx, cluster),
    'load-object': ran('load-job'),
    'audit-bucket': ran('bucket-audit'),
    'invite-person': people > 1,
  }
  const steps = Object.entries(done) as [Step, boolean | null][]
  return { dismissed, steps: steps.map(([step, is]) => ({ step, done: is, needs: needs[step] })) }
}

/** Clusters where a table had a TTL: that step stays done, and their nodes are not asked for it again. */
const withTtl = new Set<string>()

/** Whether any user table has, or had, a TTL. Null: unknown, because a node did not respond and the others have none. */
async function hasTtl(
  ctx: ServiceContext,
  { id, slug }: { id: string; slug: string },
): Promise<boolean | null> {
  if (withTtl.has(id)) return true
  const { readings, coverage } = await readCluster(ctx, { cluster: slug, fresh: false }, (reader) =>
    reader.ask(tableCatalog, { include_system: false }, { ttlMs: 5_000 }),
  )
  const found = readings.some(({ value }) => value.some((row) => parseTableTtl(row.engine_full) !== ''))
  if (found) withTtl.add(id)
  return found || (coverage.complete ? false : null)
}
