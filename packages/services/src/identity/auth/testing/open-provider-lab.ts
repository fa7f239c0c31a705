import { deriveSecret } from '@frostline/db'
import { startTestStack } from '@frostline/embedded/testing'
import { startTestOidcProvider } from '@frostline/embedded/testing/oidc'
import { expect } from 'vitest'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { loopbackExempt } from '../../../platform/net/explain-address.ts'
import { openTestServices } from '../../../testing.ts'
import { createSignInProvider } from '../../sign-in-provider/manage-providers.ts'
import { createUser } from '../../user/create.ts'
import { type Authentication, createAuthentication } from '../create-auth.ts'
import { openBrowser } from './open-browser.ts'

export const publicUrl = 'http://localhost:3000'
export const password = 'a long enough password'
const addressHeader = 'x-test-address'
const callbackUrls = ['main', 'second'].map((id) => `${publicUrl}/api/auth/callback/${id}`)

/** Of the sign-in provider `main`. */
export const settings = {
  ...{ buttonLabel: '', scopes: ['email', 'profile', 'groups'], groupsClaim: 'groups' },
  roleRules: [
    { group: 'clickhouse-admins', role: 'admin' as const },
    { group: 'data', role: 'operator' as const },
  ],
  ...{ defaultRole: null, linkByEmail: false, enabled: true },
}

export type ProviderLab = Awaited<ReturnType<typeof openProviderLab>>
export type Visitor = ReturnType<ProviderLab['openVisitor']>

/** Two real OpenID Connect providers, and a console that knows the first as `main`. */
export async function openProviderLab() {
  const stack = await startTestStack({ shards: 0, postgres: true })
  const services = await openTestServices(stack.postgres.url)
  const idp = await startTestOidcProvider({ callbackUrls, signedOutUrls: [`${publicUrl}/sign-in`] })
  const other = await startTestOidcProvider({ callbackUrls })
  const logged: string[] = []
  let auth: Authentication

  /** A browser that can also visit the providers. */
  function openVisitor() {
    const door = { auth, db: services.db, now: () => services.clock.now, addressHeader }
    const browser = openBrowser(door, publicUrl)
    /** Follows the provider until it sends the browser back to the console. */
    const atProvider = async (from: string): Promise<string> => {
      let url = from
      while (!url.startsWith(publicUrl)) {
        const response = browser.keep(
          await fetch(url, { redirect: 'manual', headers: { cookie: browser.cookie() } }),
        )
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${url}: ${response.status} ${await response.text()}`)
        url = new URL(location, url).href
      }
      return url
    }
    const begin = async (provider = 'main', callbackURL = '/admin/users'): Promise<string> => {
      const response = await browser.console('/sign-in/social', { provider, callbackURL })
      expect(response.status).toBe(200)
      const { url } = (await response.json()) as { url: string }
      return url
    }
    return { ...browser, atProvider, begin }
  }

  /** @returns the path that the browser is sent to in the end. */
  async function signIn(
    browser: ReturnType<typeof openVisitor>,
    subject = 'ann',
    provider = 'main',
    to?: string,
  ): Promise<string> {
    idp.signInAs(subject)
    other.signInAs(subject)
    for (const name of browser.jar.keys()) if (name.startsWith('_')) browser.jar.delete(name)
    const callback = await browser.atProvider(await browser.begin(provider, to))
    const response = await browser.console(callback)
    expect(response.status).toBe(302)
    return pathOf(response)
  }

  return {
    ...{ services, idp, other, logged, openVisitor, signIn },

    auditOf: (action: string) =>
      services.db.auditEntry.findMany({ where: { action }, orderBy: { id: 'asc' } }),

    /** No accounts but those of an admin; Ann is known to the first provider. */
    async reset(): Promise<{ admin: ServiceContext; rootId: string }> {
      const { db } = services
      services.clock.now = new Date()
      for (const provider of [idp, other]) {
        provider.tamper(null)
        provider.describe(null)
        provider.people.clear()
      }
      await db.rateLimit.deleteMany()
      await db.verification.deleteMany()
      await db.signInPolicy.deleteMany()
      await db.signInProvider.deleteMany()
      await db.user.deleteMany()
      await db.auditEntry.deleteMany()
      logged.length = 0
      auth = createAuthentication({
        db,
        secret: deriveSecret(services.secretKey, 'sessions'),
        secrets: services.clusters.secrets,
        addresses: loopbackExempt,
        publicUrl,
        trustedOrigins: [],
        addressHeader,
        log: (level, message) => logged.push(`${level} ${message}`),
      })
      const root = await createUser(services.as('admin'), {
        ...{ email: 'root@example.com', name: 'Root', role: 'admin', password },
      })
      const admin = services.as('admin', { id: root.id, name: root.email })
      idp.people.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann', groups: ['data'] })
      await createSignInProvider(admin, {
        ...{ id: 'main', name: 'Main', issuer: idp.issuer, clientId: idp.clientId },
        ...{ clientSecret: idp.clientSecret, ...settings },
      })
      return { admin, rootId: root.id }
    },

    async close(): Promise<void> {
      await idp.stop()
      await other.stop()
      await services.close()
      await stack.stop()
    },
  }
}

export function pathOf(response: Response): string {
  const url = new URL(response.headers.get('location') ?? '', publicUrl)
  return url.origin === publicUrl ? url.href.slice(publicUrl.length) : url.href
}
