import type { Prisma, Transaction } from '@frostline/db'
import type { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { orderRun, refuseState } from '../../platform/run/order-run.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { isSecondPerson, removals, requireReplicas, type StoredRemoval, sumHeld } from './removal-run.ts'
import { removalDecision } from './schema.ts'

const change = (tx: Transaction, { id }: StoredRemoval, data: Prisma.OrphanRemovalUpdateInput) =>
  tx.orphanRemoval.update({ where: { id }, data })

function refuse(removal: StoredRemoval, participle: string, hint: string): never {
  refuseState(removals, { name: removal.bucket, status: removal.run.status, participle, hint })
}

/** It pauses after the objects that it is processing. */
export const pauseOrphanRemoval = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, removals, given, 'pause')

/** Continues after a pause or a failure. */
export const resumeOrphanRemoval = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(
    ctx,
    removals,
    given,
    { verb: 'resume', orderFor: ({ run }) => (run.status === 'failed' ? 'retry' : 'resume') },
    async (removal, tx) => {
      // A restore needs no replica.
      if (removal.stage !== 'restoring') await requireReplicas(tx, removal)
    },
  )

/** Ends a removal: what is in quarantine is restored. What was deleted stays deleted. */
export const restoreOrphanRemoval = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(
    ctx,
    removals,
    given,
    {
      verb: 'restore',
      orderFor: ({ run }) => (run.status === 'running' || run.status === 'pausing' ? 'cancel' : 'restore'),
    },
    async (removal, tx) => {
      const { stage, run } = removal
      if (stage === 'restoring')
        refuse(removal, 'restored', run.status === 'failed' ? 'Retry it.' : 'No objects are left to restore.')
      const isWithWorker = run.status === 'running' || run.status === 'pausing'
      await change(tx, removal, {
        cancelledBy: ctx.actor.name,
        ...(isWithWorker ? {} : { stage: 'restoring', deleteAt: null }),
      })
    },
  )

/**
 * A second person approves the deletion of what is in quarantine, without the wait.
 * @throws ServiceError `forbidden` for whoever started it, and for tokens; `conflict` where the quarantine differs from
 * what the page showed.
 */
export async function approveOrphanRemoval(ctx: ServiceContext, given: z.input<typeof removalDecision>) {
  const { id, expectedObjects } = parseInput(removalDecision, given)
  return orderRun(ctx, removals, { id }, 'approve', async (removal, tx) => {
    if (!isSecondPerson(removal, ctx.actor))
      throw new ServiceError(
        'forbidden',
        `${removal.run.requestedBy} started it. Another person must approve it.`,
        { hint: 'Ask another admin to review it in the console. API tokens cannot approve.' },
      )
    await requireReplicas(tx, removal)
    const { objects } = await sumHeld(tx, id)
    if (objects !== BigInt(expectedObjects))
      throw new ServiceError(
        'conflict',
        `${objects} objects are in quarantine now, not ${expectedObjects}.`,
        { hint: 'Review them again.' },
      )
    const approval = { approvedBy: ctx.actor.name, approvedAt: ctx.now() }
    await change(tx, removal, { ...approval, stage: 'deleting', deleteAt: null })
  })
}
