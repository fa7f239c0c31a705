import {
  measurePhases,
  runEstimate,
  type StepWork,
  tierMigrationGoal,
  tierMigrationLimits,
} from '@frostline/domain'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { unknownRun } from '../../platform/run/run-of-kind.ts'
import { migrations, needsApproval, withMigrationRun } from './migration-run.ts'
import { addLiveStep, observeRunningSteps } from './observe-running-steps.ts'
import { isOwnPlan } from './review.ts'
import { planCheckView, type TierMigrationDetail } from './schema.ts'
import { sumReads } from './sum-steps.ts'
import {
  noSteps,
  nothingRead,
  type ReadSums,
  statusOf,
  stepViewColumns,
  toStepView,
  toStepWork,
  toSummary,
} from './to-view.ts'

/** One migration with all its steps, without their statements and proofs (see getTierMigrationStep). */
export async function getTierMigration(
  ctx: ServiceContext,
  input: { id: string },
): Promise<TierMigrationDetail> {
  await authorize(ctx, 'viewer')
  const live = new Map((await observeRunningSteps(ctx, [input.id])).map((step) => [step.id, step]))
  const migration = await ctx.db.tierMigration.findUnique({
    where: { id: input.id },
    include: {
      ...withMigrationRun,
      deepChecks: {
        select: { id: true, createdAt: true, discardedAt: true, run: { select: { status: true } } },
        orderBy: { createdAt: 'desc' },
      },
      steps: { select: stepViewColumns, orderBy: [{ position: 'asc' }, { ordinal: 'asc' }] },
    },
  })
  if (!migration) throw unknownRun(migrations, input.id)
  const reads = migration.deepCheck ? await sumReads(ctx.db, { migrationId: input.id }) : new Map()
  const limits = tierMigrationLimits.parse(migration.limits)
  const readsOf = new Map<string, number>()
  for (const { nodeName, reading } of migration.steps)
    if (reading !== null) readsOf.set(nodeName, (readsOf.get(nodeName) ?? 0) + 1)
  const sums = noSteps()
  const work: StepWork[] = []
  const stepList = migration.steps.map((step) => {
    const own = step.status === 'running' ? live.get(step.id) : undefined
    const read: ReadSums = reads.get(step.id) ?? nothingRead
    const mayCopy =
      step.reading !== null || (readsOf.get(step.nodeName) ?? 0) < (limits.concurrencyPerReplica ?? 1)
    const view = toStepView(step, own, read, mayCopy)
    sums.byStatus[step.status] += 1
    if (own) addLiveStep(sums, own)
    else {
      sums.movedParts += step.movedParts
      sums.movedBytes += step.movedBytes
    }
    work.push(toStepWork(step, view, read))
    return view
  })
  return {
    ...toSummary(migration, sums),
    goal: tierMigrationGoal.parse(migration.goal),
    limits,
    estimate: runEstimate.nullable().parse(migration.estimate),
    needsApproval: needsApproval(migration),
    ownPlan: await isOwnPlan(ctx.db, ctx.actor.id, migration),
    checks: z.array(planCheckView).parse(migration.checks),
    deepChecks: migration.deepChecks.map((check) => ({
      ...{ id: check.id, createdAt: check.createdAt, status: statusOf(check) },
    })),
    ...measurePhases(work, { copies: migration.checkOfId === null, deepCheck: migration.deepCheck }),
    stepList,
  }
}
