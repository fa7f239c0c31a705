import { openLoadStatuses } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type LoadSummary, listLoadsInput } from './job-schema.ts'
import { sumLoadFiles, toLoadSummary } from './to-summary.ts'

/** Newest first. */
export async function listLoads(
  ctx: ServiceContext,
  given: z.input<typeof listLoadsInput>,
): Promise<{ loads: LoadSummary[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { cluster, pipeline, active, after, limit } = parseInput(listLoadsInput, given)
  const rows = await ctx.db.loadJob.findMany({
    where: {
      ...(cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {}),
      ...(pipeline ? { pipelineId: pipeline } : {}),
      ...(active ? { status: { in: [...openLoadStatuses] } } : {}),
    },
    include: { cluster: { select: { slug: true, name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    ...(after ? { cursor: { id: after }, skip: 1 } : {}),
  })
  const page = rows.slice(0, limit)
  const sums = await sumLoadFiles(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    loads: page.map((row) => toLoadSummary(row, sums(row.id))),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}
