import { lockRow, notifyChange, type Prisma, type Transaction, type ZeroCopyExit } from '@frostline/db'
import { isDrivenRun, openExitStatuses } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeWithin } from '../tier-migration/change-migration.ts'
import { orderChange } from '../tier-migration/order.ts'
import { exitMigrations } from './schema.ts'

const withCluster = { cluster: { select: { name: true, approvalRequired: true } } } as const
export type StoredExit = Prisma.ZeroCopyExitGetPayload<{ include: typeof withCluster }>

type Decision = Prisma.ZeroCopyExitUpdateInput
type Decide = (exit: StoredExit, tx: Transaction) => Promise<Decision> | Decision

/** Starts a stored plan. Where the cluster asks for approval, another admin than its author does. */
export function startExit(ctx: ServiceContext, { id }: { id: string }) {
  return change(ctx, id, 'start', (exit) => {
    if (exit.status !== 'planned') refuse(exit, 'started', 'Only a planned one can be started.')
    if (needsOther(exit, ctx.actor.id))
      throw new ServiceError('refused', 'Its cluster asks for a second person, and you have planned it.', {
        hint: 'Ask another admin to look at the plan and to start it.',
      })
    return { status: 'queued', starts: { increment: 1 }, startedBy: ctx.actor.name }
  })
}

export function needsOther(exit: StoredExit, actorId: string | null): boolean {
  return exit.cluster.approvalRequired && exit.requestedById === actorId
}

/** The moves under way are paused with it. Every state between is safe: locks stand, or nothing is shared. */
export function pauseExit(ctx: ServiceContext, { id }: { id: string }) {
  return change(ctx, id, 'pause', async (exit, tx) => {
    if (exit.status !== 'running' && exit.status !== 'queued')
      refuse(exit, 'paused', 'Only one that is under way can be paused.')
    const child = await lastMigration(tx, exit)
    if (child?.status === 'running' || child?.status === 'queued')
      await changeWithin(tx, ctx, child.id, orderChange('pause'))
    return { status: exit.status === 'running' ? 'pausing' : 'paused', pausedBy: ctx.actor.name }
  })
}

export function resumeExit(ctx: ServiceContext, { id }: { id: string }) {
  return change(ctx, id, 'resume', async (exit, tx) => {
    if (exit.status !== 'paused') refuse(exit, 'resumed', 'Only a paused one can be resumed.')
    const child = await lastMigration(tx, exit)
    if (child?.status === 'pausing')
      refuse(exit, 'resumed yet', 'Its tier migration is still pausing. Try again when it is paused.')
    if (child?.status === 'paused') await changeWithin(tx, ctx, child.id, orderChange('resume'))
    return begunAnew({ pausedBy: null })
  })
}

/** Stops its moves within their current part. What is local stays local, what is shared stays shared. */
export function cancelExit(ctx: ServiceContext, { id }: { id: string }) {
  return change(ctx, id, 'cancel', async (exit, tx) => {
    const begun = exit.status === 'running' || exit.status === 'pausing'
    if (!begun && exit.status !== 'planned' && exit.status !== 'queued' && exit.status !== 'paused')
      refuse(exit, 'cancelled', 'Nothing is running that could be stopped.')
    const child = await lastMigration(tx, exit)
    if (child && (isDrivenRun(child.status) || child.status === 'paused') && child.status !== 'cancelling')
      await changeWithin(tx, ctx, child.id, orderChange('cancel'))
    const cancelledBy = ctx.actor.name
    return begun
      ? { status: 'cancelling', cancelledBy }
      : { status: 'cancelled', cancelledBy, finishedAt: ctx.now() }
  })
}

/** Goes on from what is seen then. */
export function retryExit(ctx: ServiceContext, { id }: { id: string }) {
  return change(ctx, id, 'retry', async (exit, tx) => {
    if ((exit.status !== 'failed' && exit.status !== 'cancelled') || exit.starts === 0 || exit.proof !== null)
      refuse(exit, 'retried', 'Only one that failed or was cancelled on its way can go on.')
    await refuseRival(tx, exit)
    return begunAnew({ cancelledBy: null })
  })
}

/** The setting goes on again on all replicas, then parts go back to the volumes that they came from, shared. */
export function goBackOnExit(ctx: ServiceContext, { id }: { id: string }) {
  return change(ctx, id, 'go-back', async (exit, tx) => {
    if (!mayGoBack(exit))
      refuse(
        exit,
        'taken back',
        'Only one that stands still before its last stage can go back. Afterwards each replica has objects of its own.',
      )
    await refuseRival(tx, exit)
    const child = await lastMigration(tx, exit)
    if (child?.status === 'paused') await changeWithin(tx, ctx, child.id, orderChange('cancel'))
    return { ...begunAnew({ cancelledBy: null, pausedBy: null }), goesBack: true, stage: 'switch-on' }
  })
}

export function mayGoBack({ status, stage, goesBack, starts, proof }: ZeroCopyExit): boolean {
  const still = status === 'paused' || status === 'failed' || status === 'cancelled'
  return still && starts > 0 && !goesBack && proof === null && (stage === 'to-hot' || stage === 'switch-off')
}

function begunAnew(data: Decision): Decision {
  return {
    ...data,
    ...{ status: 'queued', starts: { increment: 1 }, recoveries: 0 },
    ...{ waitReason: null, error: null, finishedAt: null },
  }
}

/** At most one exit of a table is open. `id`: the one that asks, where it is stored. */
export async function refuseRival(
  tx: Transaction,
  {
    id,
    clusterId,
    database,
    table,
  }: Pick<ZeroCopyExit, 'clusterId' | 'database' | 'table'> & { id?: string },
): Promise<void> {
  await lockRow(tx, 'cluster', clusterId)
  const rival = await tx.zeroCopyExit.findFirst({
    where: {
      ...{ clusterId, database, table, status: { in: [...openExitStatuses] } },
      ...(id === undefined ? {} : { id: { not: id } }),
    },
    select: { requestedBy: true, status: true },
  })
  if (rival)
    throw new ServiceError(
      'conflict',
      `Another exit of ${database}.${table} is ${rival.status}, by ${rival.requestedBy}.`,
      { hint: 'Continue that one, or cancel it first.' },
    )
}

async function lastMigration(tx: Transaction, exit: ZeroCopyExit) {
  const last = exitMigrations.parse(exit.migrations).at(-1)
  return last ? tx.run.findUnique({ where: { id: last.id }, select: { id: true, status: true } }) : null
}

/** One admin's decision: authorized, checked against its state under a row lock, audited, announced. */
async function change(ctx: ServiceContext, id: string, verb: string, decide: Decide) {
  const known = await ctx.db.zeroCopyExit.findUnique({ where: { id }, include: withCluster })
  const attempt = {
    ...{ action: `zero-copy-exit.${verb}`, objectType: 'zero-copy-exit', objectId: id },
    objectName: known ? `${known.database}.${known.table}` : id,
    ...{ clusterId: known?.clusterId, clusterName: known?.cluster.name },
  }
  await authorize(ctx, 'admin', attempt)
  return ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'zero_copy_exit', id)
    const exit = await tx.zeroCopyExit.findUnique({ where: { id }, include: withCluster })
    if (!exit)
      throw new ServiceError('not_found', `There is no exit ${id}.`, {
        hint: 'Open the zero-copy tab of the table; it may have been made on another console.',
      })
    const { status } = await tx.zeroCopyExit.update({ where: { id }, data: await decide(exit, tx) })
    await recordAudit(tx, ctx, {
      ...attempt,
      outcome: status === 'cancelled' ? 'cancelled' : 'requested',
      details: { stage: exit.stage },
    })
    await notifyChange(tx, 'zero-copy-exit', id)
    return { id, status }
  })
}

function refuse({ database, table, status }: ZeroCopyExit, verb: string, hint: string): never {
  throw new ServiceError(
    'conflict',
    `The exit of ${database}.${table} is ${status}, so it cannot be ${verb}.`,
    {
      hint,
    },
  )
}
