import { notifyChange, type Transaction } from '@frostline/db'
import { type Actor, roleAllows } from '../../platform/base/actor.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { lockSchedule, type StoredSchedule } from './find-schedule.ts'

/** Operators change their own schedules, admins all: a run starts in its owner's name. */
export function mayChangeSchedule(
  actor: Actor,
  owner: Pick<StoredSchedule, 'ownerType' | 'ownerId'>,
): boolean {
  if (roleAllows(actor.role, 'admin')) return true
  return roleAllows(actor.role, 'operator') && actor.type === owner.ownerType && actor.id === owner.ownerId
}

/**
 * Plans of a schedule start unattended. On a cluster that requires approval by a second person, creating or changing
 * one is itself the approval, which only an admin can give.
 * @throws ServiceError `forbidden`
 */
export function requireUnattendedApproval(
  actor: Actor,
  cluster: { name: string; approvalRequired: boolean },
): void {
  if (!cluster.approvalRequired || roleAllows(actor.role, 'admin')) return
  throw new ServiceError(
    'forbidden',
    `Plans on ${cluster.name} need an approval, and a schedule starts its plans automatically. Only admins can create, change or enable schedules there.`,
    { hint: 'Ask an admin, or plan a tier migration and send it for review.' },
  )
}

/** One person's change of a schedule: authorized, under its lock, audited, announced. */
export async function changeSchedule(
  ctx: ServiceContext,
  id: string,
  action: string,
  change: (tx: Transaction, schedule: StoredSchedule) => Promise<AuditFacts['details']>,
): Promise<void> {
  const known = await ctx.db.tierSchedule.findUnique({ where: { id }, include: { cluster: true } })
  const object = {
    action,
    objectType: 'tier-schedule',
    objectId: id,
    objectName: known?.name ?? id,
    clusterId: known?.clusterId,
    clusterName: known?.cluster.name,
  }
  await authorize(ctx, 'operator', object)
  if (known && !mayChangeSchedule(ctx.actor, known)) {
    const error = `The schedule ${known.name} belongs to ${known.ownerName}.`
    await recordAudit(ctx.db, ctx, { ...object, outcome: 'denied', error })
    throw new ServiceError('forbidden', error, {
      hint: 'Operators can change only their own schedules. Ask its owner or an admin, or create your own schedule.',
    })
  }
  await ctx.db.$transaction(async (tx) => {
    const schedule = await lockSchedule(tx, id)
    const { clusterId, name } = schedule
    const isOfFile = !action.endsWith('.run-now') && !action.endsWith('.take-over')
    if (isOfFile) await refuseManaged(tx, ctx, { kind: 'tierSchedules', clusterId, name })
    const details = await change(tx, schedule)
    await recordAudit(tx, ctx, { ...object, outcome: 'succeeded', details })
    await notifyChange(tx, 'tier-schedule', id)
  })
}
