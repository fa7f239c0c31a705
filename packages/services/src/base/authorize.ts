import { type Role, roleAllows } from './actor.ts'
import type { ServiceContext } from './context.ts'
import { type AuditObject, recordAudit } from './record-audit.ts'
import { ServiceError } from './service-error.ts'

/**
 * Lets the call go on only for actors of at least `role`.
 * @param attempt what a change would have done, so that a denied attempt stands in the audit. Reads give none.
 * @throws ServiceError `forbidden`
 */
export async function authorize(ctx: ServiceContext, role: Role, attempt?: AuditObject): Promise<void> {
  if (roleAllows(ctx.actor.role, role)) return
  const error = `This needs the role ${role}; ${ctx.actor.name} is ${ctx.actor.role}.`
  if (attempt) await recordAudit(ctx.db, ctx, { ...attempt, outcome: 'denied', error })
  throw new ServiceError('forbidden', error, {
    hint: 'Ask an admin to change your role or to do it for you.',
  })
}
