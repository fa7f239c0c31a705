import {
  checkProviderInput,
  checkSignInProvider,
  createProviderInput,
  createSignInProvider,
  listSignInProviders,
  providerCheck,
  providerRef,
  providerView,
  provisioningToken,
  removeSignInProvider,
  replaceProvisioningToken,
  turnOffProvisioning,
  turnOnProvisioning,
  updateProviderInput,
  updateSignInProvider,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('sign-in')
const idOnly = z.object({ id: z.string() })

export const signInProvidersRouter = router({
  list: procedure('admin', everything)
    .meta(rest('GET', '/sign-in-providers', 'List sign-in providers'))
    .input(z.object({}).optional())
    .output(
      z.object({
        providers: z.array(providerView),
        callbackUrl: z.string().describe('With {id} for the ID of the provider.'),
        signedOutUrl: z.string().describe('Where the provider sends people after they have signed out.'),
        scimUrl: z.string().describe('Where a provider sends people and groups.'),
      }),
    )
    .query(async ({ ctx }) => ({
      providers: await listSignInProviders(ctx.service),
      callbackUrl: `${ctx.publicOrigin}/api/auth/callback/{id}`,
      signedOutUrl: `${ctx.publicOrigin}/sign-in`,
      scimUrl: `${ctx.publicOrigin}/api/scim/v2`,
    })),

  check: procedure('admin', everything)
    .meta(rest('POST', '/sign-in-provider-checks', 'Check what an issuer publishes'))
    .input(checkProviderInput)
    .output(providerCheck)
    .mutation(({ ctx, input }) => checkSignInProvider(ctx.service, input)),

  create: procedure('admin', everything)
    .meta(rest('POST', '/sign-in-providers', 'Add an OpenID Connect provider'))
    .input(createProviderInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createSignInProvider(ctx.service, input)),

  update: procedure('admin', everything)
    .meta(rest('PUT', '/sign-in-providers/{id}', 'Change a sign-in provider'))
    .input(updateProviderInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateSignInProvider(ctx.service, input)),

  remove: procedure('admin', everything)
    .meta(rest('DELETE', '/sign-in-providers/{id}', 'Remove a sign-in provider'))
    .input(providerRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removeSignInProvider(ctx.service, input)),

  turnOnProvisioning: procedure('admin', everything)
    .meta(rest('POST', '/sign-in-providers/{id}/provisioning', 'Turn on provisioning by SCIM'))
    .input(providerRef)
    .output(provisioningToken)
    .mutation(({ ctx, input }) => turnOnProvisioning(ctx.service, input)),

  replaceProvisioningToken: procedure('admin', everything)
    .meta(
      rest(
        'POST',
        '/sign-in-providers/{id}/provisioning/token',
        'Replace the token of provisioning. The former one ends',
      ),
    )
    .input(providerRef)
    .output(provisioningToken)
    .mutation(({ ctx, input }) => replaceProvisioningToken(ctx.service, input)),

  turnOffProvisioning: procedure('admin', everything)
    .meta(rest('DELETE', '/sign-in-providers/{id}/provisioning', 'Turn off provisioning by SCIM'))
    .input(providerRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => turnOffProvisioning(ctx.service, input)),
})
