import type { z } from 'zod'
import { type Role, roleAllows } from './actor.ts'
import type { ServiceContext } from './context.ts'
import { parseInput } from './parse-input.ts'
import { type AuditObject, recordAudit } from './record-audit.ts'
import { ServiceError } from './service-error.ts'

/**
 * Passes only actors of at least `role`.
 * @param attempt what a change would have done, so that a denied attempt is audited. Reads pass none.
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

/**
 * The parsed input of a verb for actors of at least `role`. @throws ServiceError `forbidden` before the input is read,
 * or `invalid`
 */
export async function authorizeInput<Output, Input>(
  ctx: ServiceContext,
  role: Role,
  schema: z.ZodType<Output, Input>,
  given: Input,
): Promise<Output> {
  await authorize(ctx, role)
  return parseInput(schema, given)
}
