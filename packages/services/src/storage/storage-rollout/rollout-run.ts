import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { orderRun } from '../../platform/run/order-run.ts'
import { describeRun, findRun, type RunOfKind } from '../../platform/run/run-of-kind.ts'
import { type RunRefInput, runRef } from '../../platform/run/run-schema.ts'
import type { StoredRun } from '../../platform/run/stored-run.ts'
import { getStorage } from '../get.ts'
import { listNewPolicies } from './new-policies.ts'
import { type FoundRollout, refuseDuringMigrations, withSteps } from './open-rollouts.ts'
import { isLeft, toRolloutView } from './to-view.ts'

export type StartedRollout = FoundRollout & { run: StoredRun }

/** Started plans. */
export const rollouts: RunOfKind<StartedRollout> = {
  kind: 'storage-rollout',
  async find(tx, id) {
    const row = await tx.storageRollout.findUnique({ where: { id }, include: withSteps })
    return row?.run ? { ...row, run: row.run } : null
  },
  nameOf: ({ proposal }) => proposal.title,
  objectOf: ({ proposalId }) => ({ objectType: 'storage-proposal', objectId: proposalId }),
  claimedBy: ({ run }) => run.cluster.name,
  detailsOf: (rollout) => describePlan(rollout),
}

/** For the audit. */
export function describePlan(rollout: FoundRollout) {
  return {
    rollout: rollout.id,
    planDigest: rollout.planDigest ?? '',
    files: toRolloutView(rollout).steps.map(({ node, path }) => `${node}: ${path}`),
  }
}

/** Stops after the node that is being changed, or at once while it waits for a person or a node. */
export const cancelStorageRollout = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, rollouts, given, 'cancel')

/** Continues a half-way rollout or revert: finished nodes are left as they are. */
export const finishStorageRollout = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, rollouts, given, 'retry', async (rollout, tx) => {
    const open = toRolloutView(rollout).steps.filter(isLeft)
    const loads = open.map((step) => (rollout.direction === 'apply' ? step.load : step.revertLoad))
    await refuseDuringMigrations(tx, rollout.run.clusterId, loads)
    await tx.storageRolloutStep.updateMany({
      where: { rolloutId: rollout.id, status: { in: ['failed', 'cancelled', 'running'] } },
      data: { status: 'planned', error: null, waitReason: null, finishedAt: null },
    })
  })

/**
 * Restores the previous file on every changed node, last one first, and verifies that each runs what it ran then.
 * Refused while tables use a policy that would be removed: their node could no longer load them.
 */
export async function revertStorageRollout(ctx: ServiceContext, given: RunRefInput) {
  const { id } = parseInput(runRef, given)
  const found = await rollouts.find(ctx.db, id)
  await authorize(ctx, 'admin', describeRun(rollouts, 'revert', id, found))
  await refuseForTables(ctx, found ?? (await findRun(ctx.db, rollouts, id)))
  return orderRun(ctx, rollouts, { id }, 'revert', async (rollout, tx) => {
    if (rollout.direction === 'revert')
      throw new ServiceError('conflict', 'The rollout is being reverted or has been reverted.', {
        hint: 'Finish the revert, or prepare the proposal again.',
      })
    const touched = toRolloutView(rollout).steps.filter((step) => step.touched)
    if (touched.length === 0)
      throw new ServiceError('conflict', 'This rollout wrote no file. There is nothing to revert.')
    await refuseDuringMigrations(
      tx,
      rollout.run.clusterId,
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
    await tx.storageRollout.update({ where: { id }, data: { direction: 'revert' } })
  })
}

async function refuseForTables(ctx: ServiceContext, rollout: StartedRollout): Promise<void> {
  if (rollout.direction === 'revert') return
  const goes = new Set(listNewPolicies(rollout.steps.filter(({ touchedAt }) => touchedAt !== null)))
  if (goes.size === 0) return
  const { data } = await getStorage(ctx, { cluster: rollout.run.clusterId, fresh: true })
  const used = data.policies.find(({ name, tableCount }) => goes.has(name) && tableCount > 0)
  if (!used) return
  const tables = used.tables.slice(0, 5).map(({ database, table }) => `${database}.${table}`)
  throw new ServiceError(
    'conflict',
    `The revert would remove the policy ${used.name}, and ${used.tableCount} tables use it: ${tables.join(', ')}.`,
    { hint: 'Tables cannot leave an extended policy. Drop or copy these tables first, or keep the rollout.' },
  )
}
