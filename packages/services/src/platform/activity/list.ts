import { Prisma } from '@frostline/db'
import type { RunKind } from '@frostline/domain'
import type { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { formatTimeCursor, parseTimeCursor } from '../base/time-cursor.ts'
import { factsOf } from '../run/run-of-kind.ts'
import { viewRun, withRun } from '../run/stored-run.ts'
import { type ActivityRun, type activityPage, listActivityInput } from './activity-schema.ts'
import { describeRuns } from './describe-runs.ts'
import { whereRuns } from './where-runs.ts'

const { sql } = Prisma

/** Runs of all kinds, newest first. Pages use time and id, so a run started meanwhile neither repeats nor hides one. */
export async function listActivity(
  ctx: ServiceContext,
  given: z.input<typeof listActivityInput>,
): Promise<z.infer<typeof activityPage>> {
  const query = await authorizeInput(ctx, 'viewer', listActivityInput, given)
  const { limit } = query
  const found = await ctx.db.$queryRaw<{ id: string; createdAt: Date }[]>(await selectPage(ctx, query))
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    runs: await readRuns(
      ctx,
      page.map(({ id }) => id),
    ),
    next: found.length > page.length && last ? formatTimeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}

/** Reads one row more than a page, to know whether there is another page. */
export async function selectPage(
  ctx: ServiceContext,
  { after, limit, ...filter }: z.output<typeof listActivityInput>,
): Promise<Prisma.Sql> {
  return sql`
    SELECT run.id, run."createdAt" FROM run WHERE ${await whereRuns(ctx, filter)} AND ${follows(after)}
    ORDER BY run."createdAt" DESC, run.id DESC LIMIT ${limit + 1}`
}

function follows(after: string | undefined): Prisma.Sql {
  if (after === undefined) return sql`true`
  const { at, id } = parseTimeCursor(after)
  return sql`(run."createdAt", run.id) < (${at}::timestamptz, ${id})`
}

async function readRuns(ctx: ServiceContext, ids: string[]): Promise<ActivityRun[]> {
  const runs = await ctx.db.run.findMany({
    where: { id: { in: ids } },
    include: { ...withRun.run.include, _count: { select: { notes: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const [described, tokens] = await Promise.all([
    describeRuns(ctx.db, runs),
    ctx.db.apiToken.findMany({
      where: { id: { in: runs.flatMap(({ requestedById }) => requestedById ?? []) } },
      select: { id: true },
    }),
  ])
  const tokenIds = new Set(tokens.map(({ id }) => id))
  return runs.flatMap((run) => {
    const own = described.get(run.id)
    if (!own) return []
    const kind = run.kind as RunKind
    const byToken = run.requestedById !== null && tokenIds.has(run.requestedById)
    return {
      ...{ ...own, ...hideReasons(ctx, kind, viewRun(run)), kind, notes: run._count.notes },
      startedBy: byToken ? 'token' : 'user',
    }
  })
}

const hidden = 'Only admins can see the reason.'

function hideReasons<View extends { error: string | null; waitReason: string | null }>(
  ctx: ServiceContext,
  kind: RunKind,
  view: View,
): View {
  const { reasonsFor } = factsOf({ kind })
  if (reasonsFor === undefined || roleAllows(ctx.actor.role, reasonsFor)) return view
  return { ...view, error: view.error && hidden, waitReason: view.waitReason && hidden }
}
