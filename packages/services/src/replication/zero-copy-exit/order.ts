import { storeRun, type Transaction } from '@frostline/db'
import { nextRunStatus } from '@frostline/domain'
import { changeWithin, orderChange } from '../../placement/tier-migration/change-migration.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseHolder } from '../../platform/run/claim.ts'
import { changeRun, orderRun } from '../../platform/run/order-run.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import {
  claimOfExit,
  exitStatusOf,
  exits,
  mayGoBack,
  needsOther,
  refuseExit,
  type StoredExit,
} from './exit-run.ts'
import { exitMigrations } from './schema.ts'

/** Starts a stored plan. Where the cluster requires approval, an admin other than its author must do so. */
export const startExit = (ctx: ServiceContext, given: RunRefInput) =>
  changeRun(ctx, exits, given, { verb: 'start' }, async (exit, tx) => {
    const { id, clusterId } = exit
    if (exitStatusOf(exit) !== 'planned') refuseExit(exit, 'started', 'Only a planned one can be started.')
    if (await needsOther(tx, exit, ctx.actor))
      throw new ServiceError('refused', 'Its cluster requires a second person, and you planned it.', {
        hint: 'Ask another admin to review and start it.',
      })
    const claimKey = claimOfExit(exit)
    await refuseHolder(tx, exits, { claimKey, name: exits.nameOf(exit) })
    const { status } = await storeRun(tx, {
      ...{ id, kind: exits.kind, clusterId, of: exit, claimKey, now: ctx.now() },
      ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name },
    })
    await tx.zeroCopyExit.update({ where: { id }, data: { runId: id } })
    return status
  })

/** Pauses its running moves too. Every state in between is safe: locks exist, or nothing is shared. */
export const pauseExit = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, exits, given, 'pause', (exit, tx) => orderMoves(ctx, tx, exit, 'pause'))

export const resumeExit = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, exits, given, 'resume', async (exit, tx) => {
    if ((await lastMigration(tx, exit))?.status === 'pausing')
      refuseExit(exit, 'resumed yet', 'Its tier migration is still pausing. Try again when it is paused.')
    await orderMoves(ctx, tx, exit, 'resume')
  })

/** Stops its moves within their current part. What is local stays local, what is shared stays shared. */
export const cancelExit = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, exits, given, 'cancel', (exit, tx) => orderMoves(ctx, tx, exit, 'cancel'))

/** Continues from the state observed then. */
export const retryExit = (ctx: ServiceContext, given: RunRefInput) => orderRun(ctx, exits, given, 'retry')

/** Turns the setting on again on all replicas, then moves parts back to their original volumes, shared. */
export const goBackOnExit = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, exits, given, { verb: 'go-back', orderFor: () => 'revert' }, async (exit, tx) => {
    if (!mayGoBack(exit))
      refuseExit(
        exit,
        'reverted',
        'Only a stopped exit before its last stage can go back. After that, each replica has its own objects.',
      )
    await orderMoves(ctx, tx, exit, 'cancel')
    await tx.zeroCopyExit.update({ where: { id: exit.id }, data: { goesBack: true, stage: 'switch-on' } })
  })

/** The same order to its tier migration, if its state allows it. */
async function orderMoves(
  ctx: ServiceContext,
  tx: Transaction,
  exit: StoredExit,
  order: 'pause' | 'resume' | 'cancel',
): Promise<void> {
  const moves = await lastMigration(tx, exit)
  if (moves && nextRunStatus(order, moves.status) !== null)
    await changeWithin(tx, ctx, moves.id, orderChange(order))
}

async function lastMigration(tx: Transaction, exit: StoredExit) {
  const last = exitMigrations.parse(exit.migrations).at(-1)
  return last ? tx.run.findUnique({ where: { id: last.id }, select: { id: true, status: true } }) : null
}
