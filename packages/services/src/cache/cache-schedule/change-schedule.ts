import { notifyChange, type Transaction } from '@frostline/db'
import { type Actor, roleAllows } from '../../platform/base/actor.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { lockCacheSchedule, type StoredCacheSchedule } from './find-schedule.ts'

/** Operators change their own schedules, admins all: a run starts in its owner's name. */
export function mayChangeCacheSchedule(
  actor: Actor,
  owner: Pick<StoredCacheSchedule, 'ownerType' | 'ownerId'>,
): boolean {
  if (roleAllows(actor.role, 'admin')) return true
  return roleAllows(actor.role, 'operator') && actor.type === owner.ownerType && actor.id === owner.ownerId
}

/** One person's change of a schedule: authorized, under its lock, audited, announced. */
export async function changeCacheSchedule(
  ctx: ServiceContext,
  id: string,
  action: string,
  change: (tx: Transaction, schedule: StoredCacheSchedule) => Promise<AuditFacts['details']>,
): Promise<void> {
  const known = await ctx.db.cacheSchedule.findUnique({ where: { id }, include: { cluster: true } })
  const object = {
    ...{ action, objectType: 'cache-schedule', objectId: id, objectName: known?.name ?? id },
    ...{ clusterId: known?.clusterId, clusterName: known?.cluster.name },
  }
  await authorize(ctx, 'operator', object)
  if (known && !mayChangeCacheSchedule(ctx.actor, known)) {
    const error = `The schedule ${known.name} belongs to ${known.ownerName}.`
    await recordAudit(ctx.db, ctx, { ...object, outcome: 'denied', error })
    throw new ServiceError('forbidden', error, {
      hint: 'Operators can change only their own schedules. Ask its owner or an admin, or create your own schedule.',
    })
  }
  await ctx.db.$transaction(async (tx) => {
    const schedule = await lockCacheSchedule(tx, id)
    const { clusterId, name } = schedule
    if (!action.endsWith('.run-now'))
      await refuseManaged(tx, ctx, { kind: 'cacheSchedules', clusterId, name })
    const details = await change(tx, schedule)
    await recordAudit(tx, ctx, { ...object, outcome: 'succeeded', details })
    await notifyChange(tx, 'cache-schedule', id)
  })
}
