import {
  type NewTierMigrationStep,
  notifyChange,
  storeTierMigration,
  type TierMigration,
  type TierMigrationStep,
} from '@frostline/db'
import { type DeepCheck, decodeWitnesses, deepCheckJson, encodeWitnesses, sumRows } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { explainClaim } from '../../platform/run/claim.ts'
import { describeRun, unknownRun } from '../../platform/run/run-of-kind.ts'
import { migrations, queueMigration, withMigrationRun } from './migration-run.ts'

/**
 * Reads everything that a migration has moved back from where it is now, and compares it with what is known of it. The
 * check is a tier migration of its own that moves nothing: it keeps to the same limits, can be paused and cancelled,
 * survives what a migration survives, and the result of the original is not touched.
 * @throws ServiceError `conflict` while the table is at work, or when there is nothing to check.
 */
export async function checkTierMigrationDeeply(
  ctx: ServiceContext,
  input: { id: string },
): Promise<{ id: string }> {
  const original = await ctx.db.tierMigration.findUnique({
    where: { id: input.id },
    include: {
      ...withMigrationRun,
      steps: { where: { status: 'completed' }, orderBy: { ordinal: 'asc' } },
    },
  })
  const object = describeRun(migrations, 'check', input.id, original)
  await authorize(ctx, 'operator', object)
  if (!original) throw unknownRun(migrations, input.id)
  if (original.checkOfId !== null)
    throw new ServiceError('conflict', `Tier migration ${original.id} is a deep check itself.`, {
      hint: 'Retry it, or start a new deep check of the original migration.',
    })
  const former = await findFormerSums(ctx, original.id)
  const steps = original.steps.flatMap((step) => toCheckStep(step, former.get(step.ordinal) ?? null))
  if (steps.length === 0)
    throw new ServiceError('conflict', `Tier migration ${original.id} has no finished step with parts.`, {
      hint: 'A deep check needs moved parts. Start the migration, or wait for its first step.',
    })
  const storing = ctx.db.$transaction(async (tx) => {
    const stored = await storeTierMigration(tx, toCheck(ctx, original, steps), steps)
    await queueMigration(tx, ctx, stored)
    await recordAudit(tx, ctx, {
      ...object,
      outcome: 'requested',
      details: { check: stored.id, steps: steps.length, bytes: stored.totalBytes.toString() },
    })
    await notifyChange(tx, 'tier-migration', original.id)
    await notifyChange(tx, 'tier-migration', stored.id)
    return { id: stored.id }
  })
  return storing.catch((error: unknown) => {
    throw explainClaim(error, migrations, object.objectName)
  })
}

function toCheck(ctx: ServiceContext, original: TierMigration, steps: readonly NewTierMigrationStep[]) {
  const { clusterId, database, table, storagePolicy, targetVolume } = original
  return {
    ...{ clusterId, database, table, storagePolicy, targetVolume },
    tableUuids: original.tableUuids ?? {},
    goal: original.goal ?? {},
    limits: original.limits ?? {},
    deepCheck: true,
    checkOfId: original.id,
    totalParts: steps.reduce((sum, step) => sum + step.plannedParts, 0),
    totalRows: steps.reduce((sum, step) => sum + step.plannedRows, 0n),
    totalBytes: steps.reduce((sum, step) => sum + step.plannedBytes, 0n),
    requestedById: ctx.actor.id,
    requestedBy: ctx.actor.name,
    createdAt: ctx.now(),
  }
}

/** Its first look is the last look of the original. None for a step that found no parts. */
function toCheckStep(step: TierMigrationStep, former: DeepCheck['after']): NewTierMigrationStep[] {
  const parts = step.after === null ? [] : decodeWitnesses(step.after)
  if (parts.length === 0) return []
  const { ordinal, nodeName, shard, replica, partitionId, partition, toVolume, granularity } = step
  return [
    {
      ...{ ordinal, nodeName, shard, replica, partitionId, partition, toVolume, granularity },
      fromVolumes: [toVolume],
      plannedParts: parts.length,
      plannedRows: sumRows(parts),
      plannedBytes: parts.reduce((sum, part) => sum + part.bytesOnDisk, 0n),
      optimizeFirst: false,
      before: encodeWitnesses(parts),
      deepCheck: { ...nothingKnown, before: knownSum(step) ?? former },
    },
  ]
}

/** What earlier checks of the same migration read, by step: the newest that was compared with the same parts. */
async function findFormerSums(ctx: ServiceContext, id: string): Promise<Map<number, DeepCheck['after']>> {
  const checked = await ctx.db.tierMigrationStep.findMany({
    where: { migration: { checkOfId: id }, deepCheckVerdict: 'passed', proof: 'identical' },
    select: { ordinal: true, deepCheck: true },
    orderBy: { finishedAt: 'asc' },
  })
  return new Map(
    checked.flatMap(({ ordinal, deepCheck }) =>
      deepCheck === null ? [] : [[ordinal, deepCheckJson.parse(deepCheck).after]],
    ),
  )
}

const nothingKnown: DeepCheck = deepCheckJson.parse({ before: null })

/** The sum of the parts as they arrived. One from before the move is of other parts when they were merged or changed. */
function knownSum(step: TierMigrationStep): DeepCheck['before'] {
  if (step.deepCheck === null) return null
  const { before, after } = deepCheckJson.parse(step.deepCheck)
  return after ?? (step.proof === 'identical' ? before : null)
}
