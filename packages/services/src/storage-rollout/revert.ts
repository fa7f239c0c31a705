import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { getStorage } from '../storage/get.ts'
import { type FoundRollout, findRollout } from './find-rollout.ts'
import { listNewPolicies } from './new-policies.ts'
import { queueRollout, refuseDuringMigrations } from './queue-rollout.ts'
import { storageRolloutRef } from './schema.ts'
import { toRolloutView } from './to-view.ts'

const ended = ['completed', 'failed', 'cancelled'] as const

/**
 * Puts back on every node that was touched what its file held before, the last one first, and verifies that each runs
 * what it ran then. Refused while tables use a policy that would go away: their node would not load them any more.
 */
export async function revertStorageRollout(
  ctx: ServiceContext,
  given: z.input<typeof storageRolloutRef>,
): Promise<{ id: string }> {
  const about = { action: 'storage-rollout.revert', objectType: 'storage-proposal', objectName: given.id }
  await authorize(ctx, 'admin', about)
  const { id } = parseInput(storageRolloutRef, given)
  const found = await findRollout(ctx.db, id)
  if (found.direction === 'revert')
    throw new ServiceError('conflict', 'The rollout is being reverted or has been reverted.', {
      hint: 'Finish the revert, or prepare the proposal again.',
    })
  await refuseForTables(ctx, found)
  return ctx.db.$transaction(async (tx) => {
    const rollout = await findRollout(tx, id)
    const touched = toRolloutView(rollout).steps.filter((step) => step.touched)
    if (touched.length === 0)
      throw new ServiceError('conflict', 'This rollout wrote no file. There is nothing to revert.')
    await refuseDuringMigrations(
      tx,
      rollout.clusterId,
      touched.map(({ revertLoad }) => revertLoad),
    )
    const fresh = { error: null, waitReason: null, startedAt: null, finishedAt: null }
    await tx.storageRolloutStep.updateMany({
      where: { rolloutId: id, touchedAt: null },
      data: { ...fresh, status: 'skipped' },
    })
    await tx.storageRolloutStep.updateMany({
      where: { rolloutId: id, touchedAt: { not: null } },
      data: { ...fresh, status: 'planned', writtenAt: null, loadedAt: null },
    })
    await queueRollout(tx, ctx, rollout, {
      action: about.action,
      from: ended,
      data: { direction: 'revert' },
    })
    return { id }
  })
}

async function refuseForTables(ctx: ServiceContext, rollout: FoundRollout): Promise<void> {
  const goes = new Set(listNewPolicies(rollout.steps.filter(({ touchedAt }) => touchedAt !== null)))
  if (goes.size === 0) return
  const { data } = await getStorage(ctx, { cluster: rollout.clusterId, fresh: true })
  const used = data.policies.find(({ name, tableCount }) => goes.has(name) && tableCount > 0)
  if (!used) return
  const tables = used.tables.slice(0, 5).map(({ database, table }) => `${database}.${table}`)
  throw new ServiceError(
    'conflict',
    `The revert would remove the policy ${used.name}, and ${used.tableCount} tables use it: ${tables.join(', ')}.`,
    { hint: 'Tables cannot leave an extended policy. Drop or copy these tables first, or keep the rollout.' },
  )
}
