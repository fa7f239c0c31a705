import { sumRemovals } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { whereListed } from '../run/run-schema.ts'
import { withRun } from '../run/stored-run.ts'
import { listRemovalsInput, type RemovalSummary } from './schema.ts'
import { toRemovalSummary } from './to-summary.ts'

/** Newest first. */
export async function listOrphanRemovals(
  ctx: ServiceContext,
  given: z.input<typeof listRemovalsInput>,
): Promise<{ removals: RemovalSummary[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { cluster, auditId, after, limit } = parseInput(listRemovalsInput, given)
  const rows = await ctx.db.orphanRemoval.findMany({
    where: { run: whereListed({ cluster }), ...(auditId ? { auditId } : {}) },
    include: withRun,
    orderBy: [{ run: { createdAt: 'desc' } }, { id: 'desc' }],
    take: limit + 1,
    ...(after ? { cursor: { id: after }, skip: 1 } : {}),
  })
  const page = rows.slice(0, limit)
  const sums = await sumRemovals(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    removals: page.map((row) => toRemovalSummary(row, sums)),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}
