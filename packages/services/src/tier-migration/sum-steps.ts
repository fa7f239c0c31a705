import type { TierMigrationStep } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { noSteps, type StepSums } from './to-view.ts'

interface SumRow {
  migrationId: string
  status: TierMigrationStep['status']
  steps: number
  movedParts: number
  movedBytes: bigint
}

/** One grouped read for many migrations. The bound on a step's bytes is that of movedBytesOf. */
export async function sumSteps(ctx: ServiceContext, ids: string[]): Promise<Map<string, StepSums>> {
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
