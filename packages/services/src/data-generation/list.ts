import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { listRunsOfKindInput, whereListed } from '../run/run-schema.ts'
import { withRun } from '../run/stored-run.ts'
import type { GenerationSummary } from './schema.ts'
import { sumChunks, toGenerationSummary } from './to-summary.ts'

/** Newest first. */
export async function listGenerations(
  ctx: ServiceContext,
  given: z.input<typeof listRunsOfKindInput>,
): Promise<{ generations: GenerationSummary[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { after, limit, ...filter } = parseInput(listRunsOfKindInput, given)
  const rows = await ctx.db.dataGeneration.findMany({
    where: { run: whereListed(filter) },
    include: withRun,
    orderBy: [{ run: { createdAt: 'desc' } }, { id: 'desc' }],
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
