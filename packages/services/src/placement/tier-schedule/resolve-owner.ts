import type { Transaction } from '@frostline/db'
import { tierScheduleScopes } from '../../identity/access/scopes-of.ts'
import { type ActingOwner, type OwnerAnswer, resolveActingOwner } from '../../platform/base/find-person.ts'

/**
 * Whether moves may run in the name of a schedule's owner. Nobody can approve a nightly plan: where the cluster
 * requires approvals, a schedule counts as one, and only an admin can own it.
 */
export function resolveOwner(
  tx: Transaction,
  schedule: ActingOwner & { clusterId: string; tables: unknown; cluster: { approvalRequired: boolean } },
  now: Date,
): Promise<OwnerAnswer> {
  const need = schedule.cluster.approvalRequired
    ? ({
        role: 'admin',
        because: 'only admins can run schedules on a cluster whose plans need an approval',
      } as const)
    : ({ role: 'operator', because: 'moves need the role operator' } as const)
  const by = { verb: 'tierSchedules.create', on: tierScheduleScopes(schedule) }
  return resolveActingOwner(tx, schedule, { ...need, ...by }, now)
}
