import type { BetterAuthPlugin } from 'better-auth'
import { authorizationCodeRequest, getOAuth2Tokens } from 'better-auth/oauth2'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { checkedFetch } from '../../../platform/net/checked-fetch.ts'
import { loopbackExempt } from '../../../platform/net/explain-address.ts'
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
          const response = await checkedFetch(
            discovery.tokenEndpoint,
            { method: 'POST', headers, body: body.toString() },
            loopbackExempt,
          )
          if (!response.ok) throw new Error(`The token endpoint answered with HTTP ${response.status}.`)
          return getOAuth2Tokens((await response.json()) as Record<string, unknown>)
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
            email: text('email'),
            emailVerified: profile.email_verified === true,
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
