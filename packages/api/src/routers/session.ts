import {
  accessOf,
  accountRoleSchema,
  grantView,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessionInput,
  sessionView,
  viewGrants,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { own } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

/** Who a call is made as. */
const identityView = z.object({
  type: z.enum(['user', 'token', 'system']),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: accountRoleSchema.describe('On everything. A member has none there, only the grants.'),
  grants: z.array(grantView).describe('On what else, by own grants and those of teams.'),
  sessionId: z.string().nullable(),
})

const rest = restRoutes('session')

export const sessionRouter = router({
  me: procedure('viewer', own)
    .meta(rest('GET', '/me', 'Get the owner of this token'))
    .input(z.object({}).optional())
    .output(identityView)
    .query(async ({ ctx, ctx: { caller } }) => ({
      type: caller.actor.type,
      id: caller.actor.id,
      name: caller.person?.name ?? caller.actor.name,
      email: caller.person?.email ?? null,
      role: caller.actor.role,
      grants: await viewGrants(ctx.service, accessOf(caller.actor)),
      sessionId: caller.person?.sessionId ?? null,
    })),

  /** The caller's sessions. `current` marks the one used. */
  list: procedure('viewer', own)
    .output(z.array(sessionView.extend({ current: z.boolean() })))
    .query(async ({ ctx }) => {
      const sessions = await listSessions(ctx.service)
      return sessions.map((session) => ({ ...session, current: session.id === ctx.caller.person?.sessionId }))
    }),

  revoke: procedure('viewer', own)
    .input(revokeSessionInput)
    .output(z.object({ revoked: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await revokeSession(ctx.service, input)
      return { revoked: true }
    }),

  revokeOthers: procedure('viewer', own)
    .input(z.object({}).optional())
    .output(z.object({ revoked: z.int() }))
    .mutation(({ ctx }) => revokeOtherSessions(ctx.service, ctx.caller.person?.sessionId ?? null)),
})
