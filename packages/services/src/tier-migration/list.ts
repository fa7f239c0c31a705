import type { TierMigrationStep } from '@frostline/db'
import { activeMigrationStatuses } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { type ListTierMigrationsInput, listTierMigrationsInput, type TierMigrationSummary } from './schema.ts'
import { noSteps, type StepSums, toSummary } from './to-view.ts'

/** Newest first. */
export async function listTierMigrations(
  ctx: ServiceContext,
  given: ListTierMigrationsInput,
): Promise<{ migrations: TierMigrationSummary[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const input = listTierMigrationsInput.parse(given)
  const rows = await ctx.db.tierMigration.findMany({
    where: {
      ...(input.cluster ? { cluster: { OR: [{ id: input.cluster }, { slug: input.cluster }] } } : {}),
      ...(input.active ? { status: { in: [...activeMigrationStatuses] } } : {}),
      ...(input.database ? { database: input.database } : {}),
      ...(input.table ? { table: input.table } : {}),
    },
    include: { cluster: { select: { slug: true, name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
    ...(input.after ? { cursor: { id: input.after }, skip: 1 } : {}),
  })
  const page = rows.slice(0, input.limit)
  const sums = await sumSteps(
    ctx,
    page.map((row) => row.id),
  )
  const last = page.at(-1)
  return {
    migrations: page.map((row) => toSummary(row, sums.get(row.id) ?? noSteps())),
    next: rows.length > page.length && last ? last.id : null,
  }
}

interface SumRow {
  migrationId: string
  status: TierMigrationStep['status']
  steps: number
  movedParts: number
  movedBytes: bigint
}

/** One grouped read for the whole page. The bound on a step's bytes is that of movedBytesOf. */
async function sumSteps(ctx: ServiceContext, ids: string[]): Promise<Map<string, StepSums>> {
  const rows = await ctx.db.$queryRaw<SumRow[]>`
    SELECT "migrationId", status::text AS status, count(*)::int AS steps, sum("movedParts")::int AS "movedParts",
      sum(least("movedBytes" + "uploadedBytes", greatest("plannedBytes", "movedBytes")))::bigint AS "movedBytes"
    FROM tier_migration_step WHERE "migrationId" = ANY(${ids}) GROUP BY 1, 2`
  const sums = new Map<string, StepSums>()
  for (const row of rows) {
    const sum = sums.get(row.migrationId) ?? noSteps()
    sum.byStatus[row.status] = row.steps
    sum.movedParts += row.movedParts
    sum.movedBytes += row.movedBytes
    sums.set(row.migrationId, sum)
  }
  return sums
}
