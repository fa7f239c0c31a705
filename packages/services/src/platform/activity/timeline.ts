import type { Prisma } from '@frostline/db'
import type { RunKind } from '@frostline/domain'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { activityFilter, activityRun } from './activity-schema.ts'
import { describeRuns } from './describe-runs.ts'
import { whereRuns } from './where-runs.ts'

/** More cannot be distinguished on a screen. */
const maxRuns = 1_000

export const activityTimeline = z.object({
  runs: z.array(
    activityRun.pick({
      ...{ id: true, kind: true, status: true, name: true, objectType: true, objectId: true },
      ...{ clusterSlug: true, clusterName: true, createdAt: true, finishedAt: true },
    }),
  ),
  total: z.number().int().describe('Number of matching runs. Only the newest are returned.'),
})

/** When the runs of a filter ran: at most a thousand, newest first. */
export async function getActivityTimeline(
  ctx: ServiceContext,
  given: z.input<typeof activityFilter>,
): Promise<z.infer<typeof activityTimeline>> {
  await authorize(ctx, 'viewer')
  const where = await whereRuns(ctx, parseInput(activityFilter, given))
  const found = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT run.id FROM run WHERE ${where} ORDER BY run."createdAt" DESC, run.id DESC LIMIT ${maxRuns}`
  const [rows, total] = await Promise.all([
    ctx.db.run.findMany({
      where: { id: { in: found.map(({ id }) => id) } },
      include: { cluster: { select: { slug: true, name: true } } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    found.length < maxRuns ? found.length : countRuns(ctx, where),
  ])
  const described = await describeRuns(ctx.db, rows)
  const runs = rows.flatMap(({ id, kind, status, cluster, createdAt, finishedAt }) => {
    const own = described.get(id)
    if (!own) return []
    const { name, objectType, objectId } = own
    const at = { clusterSlug: cluster.slug, clusterName: cluster.name, createdAt, finishedAt }
    return { ...{ id, kind: kind as RunKind, status, name, objectType, objectId }, ...at }
  })
  return { runs, total }
}

async function countRuns(ctx: ServiceContext, where: Prisma.Sql): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM run WHERE ${where}`
  return row?.total ?? 0
}
