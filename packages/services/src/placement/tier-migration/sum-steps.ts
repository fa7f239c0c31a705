import type { Prisma, TierMigrationStep, Transaction } from '@frostline/db'
import type { ServiceContext } from '../../platform/base/context.ts'
import { addLiveStep, observeRunningSteps, type StepSums } from './observe-running-steps.ts'
import { noSteps, nothingRead, type ReadSums } from './to-view.ts'

interface SumRow {
  migrationId: string
  status: TierMigrationStep['status']
  steps: number
  movedParts: number
  movedBytes: bigint
}

/**
 * One grouped read for many migrations. Steps under way are asked of their nodes first: what ends afterwards is in the
 * ledger by then, so that no part is left out and none counts twice.
 */
export async function sumSteps(ctx: ServiceContext, ids: string[]): Promise<Map<string, StepSums>> {
  const live = await observeRunningSteps(ctx, ids)
  const liveIds = live.map(({ id }) => id)
  const rows = await ctx.db.$queryRaw<SumRow[]>`
    SELECT "migrationId", status::text AS status, count(*)::int AS steps,
      coalesce(sum("movedParts") FILTER (WHERE id <> ALL(${liveIds})), 0)::int AS "movedParts",
      coalesce(sum("movedBytes") FILTER (WHERE id <> ALL(${liveIds})), 0)::bigint AS "movedBytes"
    FROM tier_migration_step WHERE "migrationId" = ANY(${ids}) GROUP BY 1, 2`
  const sums = new Map<string, StepSums>()
  const sumOf = (id: string) => {
    const sum = sums.get(id) ?? noSteps()
    sums.set(id, sum)
    return sum
  }
  for (const row of rows) {
    const sum = sumOf(row.migrationId)
    sum.byStatus[row.status] = row.steps
    sum.movedParts += row.movedParts
    sum.movedBytes += row.movedBytes
  }
  for (const step of live) addLiveStep(sumOf(step.migrationId), step)
  return sums
}

const sumNames = { sum_before: 'sumBefore', check: 'check', sum_after: 'sumAfter' } as const

/** What the deep checks of some steps have read, by step. */
export async function sumReads(
  db: Transaction,
  step: Prisma.TierMigrationStepWhereInput,
): Promise<Map<string, ReadSums>> {
  const rows = await db.tierMigrationRead.groupBy({
    by: ['stepId', 'kind'],
    where: { step },
    _sum: { bytes: true },
  })
  const sums = new Map<string, ReadSums>()
  for (const { stepId, kind, _sum } of rows)
    sums.set(stepId, { ...(sums.get(stepId) ?? nothingRead), [sumNames[kind]]: _sum.bytes ?? 0n })
  return sums
}
