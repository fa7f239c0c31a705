import { getSignInPolicy, setSignInPolicy, setSignInPolicyInput, signInPolicyView } from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('sign-in')

export const signInPolicyRouter = router({
  get: procedure('admin', everything)
    .meta(rest('GET', '/sign-in-policy', 'Whether single sign-on is enforced, and who can break the glass'))
    .input(z.object({}).optional())
    .output(signInPolicyView)
    .query(({ ctx }) => getSignInPolicy(ctx.service)),

  set: procedure('admin', everything)
    .meta(rest('PUT', '/sign-in-policy', 'Enforce single sign-on, or accept passwords'))
    .input(setSignInPolicyInput)
    .output(z.object({ enforceSso: z.boolean() }))
    .mutation(({ ctx, input }) => setSignInPolicy(ctx.service, input)),
})
