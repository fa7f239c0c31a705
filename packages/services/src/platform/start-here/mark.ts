import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { markInput } from './schema.ts'

/**
 * Marks a step for the current user. It is a personal preference, so there is no audit entry.
 * @throws ServiceError `forbidden` for tokens, which are no people.
 */
export async function markPerson(
  ctx: ServiceContext,
  given: z.input<typeof markInput>,
): Promise<z.output<typeof markInput>> {
  const { mark } = await authorizeInput(ctx, 'viewer', markInput, given)
  if (ctx.actor.type !== 'user')
    throw new ServiceError('forbidden', 'Only people have a checklist.', { hint: 'Sign in to the console.' })
  const own = { userId: ctx.actor.id, mark }
  await ctx.db.personMark.upsert({
    where: { userId_mark: own },
    create: { ...own, at: ctx.now() },
    update: {},
  })
  return { mark }
}
