import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { listRunsOfKindInput, whereListed } from '../run/run-schema.ts'
import { withRun } from '../run/stored-run.ts'
import type { WarmupSummary } from './schema.ts'
import { sumWarmupSteps, toWarmupSummary } from './to-summary.ts'

/** Newest first. */
export async function listWarmups(
  ctx: ServiceContext,
  given: z.input<typeof listRunsOfKindInput>,
): Promise<{ warmups: WarmupSummary[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { after, limit, ...filter } = parseInput(listRunsOfKindInput, given)
  const rows = await ctx.db.cacheWarmup.findMany({
    where: { run: whereListed(filter) },
    include: withRun,
    orderBy: [{ run: { createdAt: 'desc' } }, { id: 'desc' }],
    take: limit + 1,
    ...(after ? { cursor: { id: after }, skip: 1 } : {}),
  })
  const page = rows.slice(0, limit)
  const sums = await sumWarmupSteps(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    warmups: page.map((row) => toWarmupSummary(row, sums(row.id))),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}
