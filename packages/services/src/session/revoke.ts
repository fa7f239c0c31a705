import { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'

export const revokeSessionInput = z.object({ id: z.string().max(200) })

/** Ends one of one's own sessions. It is refused from its next request on. */
export async function revokeSession(
  ctx: ServiceContext,
  input: z.input<typeof revokeSessionInput>,
): Promise<void> {
  const { id } = parseInput(revokeSessionInput, input)
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id, userId: ctx.actor.id } })
    if (count === 0) {
      throw new ServiceError('not_found', 'This session does not exist.', {
        hint: 'Reload the list of sessions.',
      })
    }
    await recordAudit(tx, ctx, {
      action: 'session.revoke',
      objectType: 'session',
      objectId: id,
      objectName: ctx.actor.name,
      outcome: 'succeeded',
    })
  })
}
