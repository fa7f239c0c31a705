import { activeWarmupStatuses } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { listWarmupsInput, type WarmupSummary } from './schema.ts'
import { sumWarmupSteps, toWarmupSummary } from './to-summary.ts'

/** Newest first. */
export async function listWarmups(
  ctx: ServiceContext,
  given: z.input<typeof listWarmupsInput>,
): Promise<{ warmups: WarmupSummary[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { cluster, active, after, limit } = parseInput(listWarmupsInput, given)
  const rows = await ctx.db.cacheWarmup.findMany({
    where: {
      ...(cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {}),
      ...(active ? { status: { in: [...activeWarmupStatuses] } } : {}),
    },
    include: { cluster: { select: { slug: true, name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
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
