import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { findRollout } from './find-rollout.ts'
import { queueRollout, refuseDuringMigrations } from './queue-rollout.ts'
import { storageRolloutRef } from './schema.ts'
import { toRolloutView } from './to-view.ts'

const ended = ['failed', 'cancelled'] as const

/** Goes on with a rollout, or a revert, that stands half-way: the nodes that are done are left as they are. */
export async function finishStorageRollout(
  ctx: ServiceContext,
  given: z.input<typeof storageRolloutRef>,
): Promise<{ id: string }> {
  const about = { action: 'storage-rollout.finish', objectType: 'storage-proposal', objectName: given.id }
  await authorize(ctx, 'admin', about)
  const { id } = parseInput(storageRolloutRef, given)
  return ctx.db.$transaction(async (tx) => {
    const rollout = await findRollout(tx, id)
    if (!ended.some((status) => status === rollout.status))
      throw new ServiceError('conflict', `The rollout is ${rollout.status}, so there is nothing to finish.`)
    const open = toRolloutView(rollout).steps.filter(
      ({ status }) => status !== 'completed' && status !== 'skipped',
    )
    const loads = open.map((step) => (rollout.direction === 'apply' ? step.load : step.revertLoad))
    await refuseDuringMigrations(tx, rollout.clusterId, loads)
    await tx.storageRolloutStep.updateMany({
      where: { rolloutId: id, status: { in: ['failed', 'cancelled', 'running'] } },
      data: { status: 'planned', error: null, waitReason: null, finishedAt: null },
    })
    await queueRollout(tx, ctx, rollout, { action: about.action, from: ended })
    return { id }
  })
}
