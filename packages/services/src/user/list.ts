import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { toUserView, type UserView, userSelection } from './user-view.ts'

/** Everybody, by e-mail address. */
export async function listUsers(ctx: ServiceContext): Promise<UserView[]> {
  await authorize(ctx, 'admin')
  const users = await ctx.db.user.findMany({ select: userSelection, orderBy: { email: 'asc' } })
  return users.map((user) => toUserView(user, ctx.now()))
}
