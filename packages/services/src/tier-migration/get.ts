import { tierMigrationGoal, tierMigrationLimits } from '@frostline/domain'
import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { needsApproval } from './require-approval.ts'
import { isOwnPlan } from './review.ts'
import { planCheckView, type TierMigrationDetail } from './schema.ts'
import { movedBytesOf, noSteps, stepViewColumns, toStepView, toSummary } from './to-view.ts'

/** One migration with all its steps, without their statements and proofs (see getTierMigrationStep). */
export async function getTierMigration(
  ctx: ServiceContext,
  input: { id: string },
): Promise<TierMigrationDetail> {
  await authorize(ctx, 'viewer')
  const migration = await ctx.db.tierMigration.findUnique({
    where: { id: input.id },
    include: {
      cluster: { select: { slug: true, name: true, approvalRequired: true } },
      deepChecks: { select: { id: true, status: true, createdAt: true }, orderBy: { createdAt: 'desc' } },
      steps: { select: stepViewColumns, orderBy: [{ position: 'asc' }, { ordinal: 'asc' }] },
    },
  })
  if (!migration)
    throw new ServiceError('not_found', `There is no tier migration ${input.id}.`, {
      hint: 'Open the list of tier migrations; it may have been made on another console.',
    })
  const sums = noSteps()
  for (const step of migration.steps) {
    sums.byStatus[step.status] += 1
    sums.movedParts += step.movedParts
    sums.movedBytes += movedBytesOf(step)
  }
  return {
    ...toSummary(migration, sums),
    goal: tierMigrationGoal.parse(migration.goal),
    limits: tierMigrationLimits.parse(migration.limits),
    needsApproval: needsApproval(migration),
    ownPlan: await isOwnPlan(ctx.db, ctx.actor.id, migration),
    checks: z.array(planCheckView).parse(migration.checks),
    deepChecks: migration.deepChecks,
    stepList: migration.steps.map(toStepView),
  }
}
