import { activeGenerationStatuses } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type GenerationSummary, listGenerationsInput } from './schema.ts'
import { sumChunks, toGenerationSummary } from './to-summary.ts'

/** Newest first. */
export async function listGenerations(
  ctx: ServiceContext,
  given: z.input<typeof listGenerationsInput>,
): Promise<{ generations: GenerationSummary[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { cluster, active, after, limit } = parseInput(listGenerationsInput, given)
  const rows = await ctx.db.dataGeneration.findMany({
    where: {
      ...(cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {}),
      ...(active ? { status: { in: [...activeGenerationStatuses] } } : {}),
    },
    include: { cluster: { select: { slug: true, name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    ...(after ? { cursor: { id: after }, skip: 1 } : {}),
  })
  const page = rows.slice(0, limit)
  const sums = await sumChunks(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    generations: page.map((row) => toGenerationSummary(row, sums(row.id))),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}
