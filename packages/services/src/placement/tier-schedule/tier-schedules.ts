import type { Prisma } from '@frostline/db'
import { type Actor, roleAllows } from '../../platform/base/actor.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { scheduleVerbs } from '../../platform/schedule/schedule-verbs.ts'
import { resolveOwner } from './resolve-owner.ts'

export const withCluster = {
  cluster: { select: { id: true, slug: true, name: true, approvalRequired: true } },
} as const
export type StoredSchedule = Prisma.TierScheduleGetPayload<{ include: typeof withCluster }>

export const lostOwnerHint = 'Restore the role of the owner, or ask an admin to take over the schedule.'

export const tierSchedules = scheduleVerbs<StoredSchedule>({
  topic: 'tier-schedule',
  table: 'tier_schedule',
  find: (tx, id) => tx.tierSchedule.findUnique({ where: { id }, include: withCluster }),
  update: (tx, id, data) => tx.tierSchedule.update({ where: { id }, data }),
  delete: (tx, id) => tx.tierSchedule.delete({ where: { id } }),
  runs: (tx) => tx.tierScheduleRun,
  role: 'operator',
  managedAs: 'tierSchedules',
  resolveOwner,
  hints: { ofLostOwner: lostOwnerHint, ofOpenRun: 'Wait until it ends, or cancel its tier migrations.' },
})

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
