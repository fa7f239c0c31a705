import type { Prisma, Transaction } from '@frostline/db'
import { cacheTask, roleForTask } from '@frostline/domain'
import { cacheScheduleScopes } from '../../identity/access/scopes-of.ts'
import { type ActingOwner, type OwnerAnswer, resolveActingOwner } from '../../platform/base/find-person.ts'

/** Whether its task may start in the name of a schedule's owner. */
export function resolveCacheOwner(
  tx: Transaction,
  schedule: ActingOwner & { clusterId: string; task: Prisma.JsonValue },
  now: Date,
): Promise<OwnerAnswer> {
  const role = roleForTask(cacheTask.parse(schedule.task))
  const because =
    role === 'admin' ? 'SQL of a person needs the role admin' : 'warm-ups and drops need the role operator'
  const need = { role, verb: 'cacheSchedules.create', because, on: cacheScheduleScopes(schedule) }
  return resolveActingOwner(tx, schedule, need, now)
}
