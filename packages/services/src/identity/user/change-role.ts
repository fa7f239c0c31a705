import type { Transaction } from '@frostline/db'
import { type AccountRole, roleAllows, roles } from '../../platform/base/actor.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { keepABreakGlassAdmin } from '../sign-in-provider/keep-a-way-in.ts'
import { keepAnAdmin } from './keep-an-admin.ts'

/**
 * Changes a role, revokes the tokens with more rights than the new one, and audits it.
 * @throws ServiceError `conflict` where it would leave no admin, or none who can break the glass.
 */
export async function changeRole(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'actor' | 'now'>,
  user: { id: string; email: string; role: AccountRole },
  role: AccountRole,
  why: AuditFacts['details'] = {},
): Promise<void> {
  if (role !== 'admin') {
    await keepABreakGlassAdmin(tx, user.id)
    await keepAnAdmin(tx, user.id)
  }
  await tx.user.update({
    where: { id: user.id },
    data: { role, ...(role === 'admin' ? {} : { breakGlass: false }) },
  })
  // The tokens of a member end at their grants, which may give any role.
  const beyond = role === 'member' ? [] : roles.filter((other) => !roleAllows(role, other))
  const { count: revokedTokens } = await tx.apiToken.updateMany({
    where: { createdById: user.id, revokedAt: null, role: { in: beyond } },
    data: { revokedAt: ctx.now() },
  })
  await recordAudit(tx, ctx, {
    action: 'user.set-role',
    objectType: 'user',
    objectId: user.id,
    objectName: user.email,
    outcome: 'succeeded',
    details: { from: user.role, to: role, revokedTokens, ...why },
  })
}
