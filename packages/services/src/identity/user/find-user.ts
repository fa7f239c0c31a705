import type { Transaction } from '@frostline/db'
import { ServiceError } from '../../platform/base/service-error.ts'
import { toUserView, type UserView, userSelection } from './user-view.ts'

/** @throws ServiceError `not_found` */
export async function findUser(tx: Transaction, id: string, now: Date): Promise<UserView> {
  const user = await tx.user.findUnique({ where: { id }, select: userSelection })
  if (!user)
    throw new ServiceError('not_found', `There is no user ${id}.`, { hint: 'Reload the list of users.' })
  return toUserView(user, now)
}
