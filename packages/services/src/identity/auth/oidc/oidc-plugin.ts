import type { BetterAuthPlugin } from 'better-auth'
import { authorizationCodeRequest, getOAuth2Tokens } from 'better-auth/oauth2'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { emailSchema } from '../password-rules.ts'
import type { OpenedProvider } from './opened-provider.ts'
import { currentProviderFlow, type TokenFault } from './provider-flow.ts'
import { readProfile } from './read-profile.ts'
import { verifyIdToken } from './verify-id-token.ts'

/** The claims of ID tokens that were verified, until the profile is read from them. */
const verifiedClaims = new WeakMap<object, Record<string, unknown>>()

/**
 * The library's plugin for one provider: authorization code with PKCE, state and nonce. Added to it: requests by our rules
 * for addresses, a tolerance for clocks, and the reason of a refusal.
 */
export function oidcPlugin(provider: OpenedProvider, openIdToken: (sealed: string) => string | undefined) {
  const { discovery, clientId, clientSecret } = provider
  const plugin = genericOAuth({
    config: [
      {
        providerId: provider.id,
        name: provider.name,
        clientId,
        ...(clientSecret === null ? {} : { clientSecret }),
        authorizationUrl: discovery.authorizationEndpoint,
        tokenUrl: discovery.tokenEndpoint,
        ...(discovery.endSessionEndpoint === null
          ? {}
          : { endSessionEndpoint: discovery.endSessionEndpoint }),
        tokenEndpointAuth: { method: discovery.clientAuthentication },
        scopes: provider.scopes,
        pkce: true,
        accountSubject: ({ profile }) => profile.sub ?? '',
        getToken: async ({ code, redirectURI, codeVerifier }) => {
          const { body, headers } = await authorizationCodeRequest({
            code,
            redirectURI,
            codeVerifier,
            options: { clientId, ...(clientSecret === null ? {} : { clientSecret }) },
            tokenEndpoint: discovery.tokenEndpoint,
            tokenEndpointAuth: { method: discovery.clientAuthentication },
          })
          return getOAuth2Tokens(await askForTokens(provider, { headers, body: body.toString() }))
        },
        getUserInfo: async ({ idToken, accessToken }) => {
          const flow = currentProviderFlow()
          const claims = flow && verifiedClaims.get(flow)
          if (!flow || !claims || idToken === undefined) return refuse('id_token_missing')
          const profile = await readProfile(provider, flow, claims, accessToken)
          if (profile === null) return null
          const text = (name: string) => {
            const value = profile[name]
            return typeof value === 'string' && value !== '' ? value : undefined
          }
          return {
            ...profile,
            sub: text('sub'),
            email: emailSchema.safeParse(profile.email).data,
            emailVerified: flow.emailVerified === true,
            name: text('name') ?? text('preferred_username') ?? text('email'),
            image: undefined,
          }
        },
      },
    ],
  })
  return {
    ...plugin,
    init: async (ctx) => {
      const { context } = await plugin.init(ctx)
      for (const each of context.socialProviders) {
        if (each.id !== provider.id) continue
        const createEndSessionURL = each.createEndSessionURL
        Object.assign(each, {
          issuer: discovery.issuer,
          requiresIdTokenNonce: true,
          idToken: { verify: (token: string, nonce?: string) => verify(provider, token, nonce) },
          createEndSessionURL: (data: { idToken?: string | null }) =>
            createEndSessionURL?.({ ...data, idToken: data.idToken ? openIdToken(data.idToken) : undefined }),
        })
      }
      return { context }
    },
  } satisfies BetterAuthPlugin
}

/** Logs why there are none: the library reports each reason as a code that was not accepted. */
async function askForTokens(
  { id, send, log, discovery: { tokenEndpoint } }: OpenedProvider,
  request: { headers: Record<string, string>; body: string },
): Promise<Record<string, unknown>> {
  const response = await send(tokenEndpoint, { method: 'POST', ...request }).catch((error: unknown) => {
    log(`Sign-in provider ${id}: the token endpoint is not reachable: ${String(error)}`)
    throw error
  })
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (response.ok) return answer
  const code = /^[a-z_]{1,60}$/.test(String(answer.error)) ? ` ${answer.error}` : ''
  log(`Sign-in provider ${id}: the token endpoint answered with HTTP ${response.status}${code}`)
  throw new Error('The token endpoint refused the code.')
}

async function verify(provider: OpenedProvider, token: string, nonce: string | undefined): Promise<boolean> {
  const flow = currentProviderFlow()
  if (!flow) return false
  const verified = await verifyIdToken(provider, token, nonce, flow.now())
  if (!verified.ok) {
    refuse(verified.fault)
    return false
  }
  verifiedClaims.set(flow, verified.claims)
  return true
}

function refuse(fault: TokenFault): null {
  const flow = currentProviderFlow()
  if (flow) flow.fault ??= fault
  return null
}
