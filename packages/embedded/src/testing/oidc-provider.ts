import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** A person at the provider. */
interface ProviderPerson {
  email: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

export interface TestOidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** By subject. Changes count from the next sign-in on. */
  people: Map<string, ProviderPerson>
  /** Who signs in next, without a form. */
  signInAs(subject: string): void
  /** Signs with a new key from now on. Sessions at the provider end. */
  rotateKeys(): Promise<void>
  /** Changes the claims of ID tokens before they are signed; null: as they are. */
  tamper(change: ((claims: Record<string, unknown>) => Record<string, unknown>) | null): void
  /** Changes the discovery document; null: as it is. */
  describe(change: ((document: Record<string, unknown>) => Record<string, unknown>) | null): void
  stop(): Promise<void>
}

/**
 * The certified OpenID Connect provider from npm on this machine, with one client that must use PKCE. It signs people in
 * without a form, and asks nothing but whether to sign out.
 */
export async function startTestOidcProvider(client: {
  callbackUrls: string[]
  signedOutUrls?: string[]
}): Promise<TestOidcProvider> {
  const people = new Map<string, ProviderPerson>()
  let subject = ''
  let change: ((claims: Record<string, unknown>) => Record<string, unknown>) | null = null
  let describing: ((document: Record<string, unknown>) => Record<string, unknown>) | null = null
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['frostline', 'the secret of the client: 100% "quoted" + spaces']

  const open = async () => {
    const key = await newKey()
    const provider = new Provider(issuer, {
      jwks: { keys: [key] },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: client.callbackUrls,
          post_logout_redirect_uris: client.signedOutUrls ?? [],
        },
      ],
      cookies: { keys: ['cookies of the provider in tests'] },
      pkce: { required: () => true },
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => {
        const person = people.get(id)
        return person && { accountId: id, claims: () => ({ sub: id, ...person }) }
      },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    })
    provider.use(async (ctx, next) => {
      await next()
      const body = ctx.body as Record<string, unknown> | undefined
      if (ctx.path === '/token' && change && typeof body?.id_token === 'string')
        ctx.body = { ...body, id_token: await sign(key, change(claimsOf(body.id_token))) }
      if (ctx.path === '/.well-known/openid-configuration' && describing && body) ctx.body = describing(body)
    })
    const handle = provider.callback()
    answer = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return handle(request, response)
      const result = { login: { accountId: subject } }
      void provider.interactionFinished(request, response, result).catch(() => response.destroy())
    }
  }
  await open()
  return {
    ...{ issuer, clientId, clientSecret, people },
    signInAs: (next) => {
      subject = next
    },
    rotateKeys: open,
    tamper: (next) => {
      change = next
    },
    describe: (next) => {
      describing = next
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' }
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

async function sign(key: JWK, claims: Record<string, unknown>): Promise<string> {
  const header = { alg: 'RS256', kid: key.kid ?? '' }
  return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key, 'RS256'))
}
