import { passkey } from '@better-auth/passkey'
import type { Database } from '@frostline/db'
import { passwordLength } from '@frostline/domain'
import { APIError, betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { type AccountRole, accountRoles } from '../../platform/base/actor.ts'
import type { SecretBox } from '../../platform/base/secret-box.ts'
import { type AddressExemption, nothingExempt } from '../../platform/net/explain-address.ts'
import { linkProvisioned } from '../provisioning/meet-provisioned.ts'
import { guessLimit } from './guess-throttle.ts'
import { localModeOf, refusedByPolicy } from './local-mode.ts'
import { accountHooks, openIdToken } from './oidc/account-hooks.ts'
import { applyRole, auditNewUser } from './oidc/apply-role.ts'
import { applyTeams } from './oidc/apply-teams.ts'
import { oidcPlugin } from './oidc/oidc-plugin.ts'
import { createProviderDirectory } from './oidc/open-provider.ts'
import type { OpenedProvider } from './oidc/opened-provider.ts'
import { currentProviderFlow } from './oidc/provider-flow.ts'
import { refusePerson } from './oidc/refuse-person.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { keepDatabaseFaults } from './throw-database-faults.ts'

export interface AuthOptions {
  db: Database
  /** Signs the session cookies. */
  secret: string
  /** For the secrets of sign-in providers. */
  secrets: SecretBox
  /** Addresses of the console's own machine where sign-in providers may be. Default: none. */
  addresses?: AddressExemption
  /** The public address, such as https://frostline.example.com. Cookies are Secure when it is https. */
  publicUrl: string
  /** Further origins that may sign in, such as http://localhost:3000. The public one is always trusted. */
  trustedOrigins: string[]
  /** The request header with the client's address, which clients cannot set. */
  addressHeader: string
  /** Warnings and errors of the library, which contain no secret. */
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void
}

const sessionDays = 7

/** Sessions from a provider are not renewed: whoever has lost their access there is out after this time. */
export const providerSessionHours = 12

export type Authentication = ReturnType<typeof createAuthentication>

/**
 * The sign-in library, and the same with one provider, which admins may change at any time. State cookies have the name of
 * their provider, so that an answer of one provider is never taken for that of another.
 */
export function createAuthentication(options: AuthOptions) {
  const instances = new WeakMap<OpenedProvider, ReturnType<typeof openLibrary>>()
  const providers = createProviderDirectory({
    ...{ db: options.db, secrets: options.secrets, addresses: options.addresses ?? nothingExempt },
    log: (message) => options.log('warn', message),
  })
  const of = (provider: OpenedProvider) => {
    const present = instances.get(provider)
    if (present) return present
    const made = openLibrary(options, provider)
    instances.set(provider, made)
    return made
  }
  const hashRecoveryCode = recoveryCodes(options.secret).hash
  return Object.assign(openLibrary(options, null), {
    ...{ of, providers, hashRecoveryCode, publicUrl: options.publicUrl },
  })
}

/**
 * Email and password over our tables. There is no sign-up: admins create users, or a provider vouches for them. Sessions
 * are read on each request (no cookie cache), so that a disabled user or a revoked session ends at once.
 */
function openLibrary(options: AuthOptions, provider: OpenedProvider | null) {
  const { db, secrets } = options
  return betterAuth({
    appName: 'Frostline',
    baseURL: options.publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    database: prismaAdapter(keepDatabaseFaults(db), { provider: 'postgresql', transaction: true }),
    trustedOrigins: [new URL(options.publicUrl).origin, ...options.trustedOrigins],
    telemetry: { enabled: false },
    logger: { level: 'warn', disableColors: true, log: (level, message) => options.log(level, message) },
    plugins: [
      twoFactor({
        issuer: 'Frostline',
        totpOptions: { digits: 6, period: 30 },
        backupCodeOptions: recoveryCodes(options.secret).options,
      }),
      passkey({
        rpID: new URL(options.publicUrl).hostname,
        rpName: 'Frostline',
        origin: [new URL(options.publicUrl).origin, ...options.trustedOrigins],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification: ({ verification: { registrationInfo } }) => {
            if (!registrationInfo?.userVerified) throw notVerified('BAD_REQUEST')
          },
        },
        authentication: {
          afterVerification: ({ verification }) => {
            if (!verification.authenticationInfo.userVerified) throw notVerified('UNAUTHORIZED')
          },
        },
      }),
      ...(provider ? [oidcPlugin(provider, (sealed) => openIdToken(secrets, provider.id, sealed))] : []),
    ],
    account: {
      accountLinking: { disableImplicitLinking: !provider?.linkByEmail, trustedProviders: [] },
    },
    // Rejections are responses, not faults; the default would log each of them.
    onAPIError: {
      errorURL: `${new URL(options.publicUrl).origin}/sign-in`,
      onError: (error) => {
        if (!isAPIError(error)) options.log('error', error instanceof Error ? error.name : 'unknown fault')
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    session: {
      ...{ expiresIn: sessionDays * 86_400, updateAge: 86_400, freshAge: 0 },
      additionalFields: { provider: { type: 'string', required: false, input: false } },
    },
    user: {
      validateUserInfo: refusePerson(db),
      additionalFields: {
        role: {
          type: accountRoles as unknown as AccountRole[],
          required: true,
          defaultValue: 'viewer',
          input: false,
        },
        disabledAt: { type: 'date', required: false, input: false },
      },
    },
    // By client address and path, in the database; guess-throttle.ts counts attempts per account.
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 300,
      customRules: {
        // A count starts again only after a pause of its window, and an office that shares an address makes none. Reading a
        // session with a wrong cookie is as cheap as any other rejected request.
        '/get-session': false,
        '/sign-in/*': { window: guessLimit.windowMs / 1000, max: 50 },
        '/change-password': { window: guessLimit.windowMs / 1000, max: 10 },
        '/two-factor/*': { window: guessLimit.windowMs / 1000, max: 50 },
        '/passkey/*': { window: guessLimit.windowMs / 1000, max: 100 },
      },
    },
    advanced: {
      cookiePrefix: 'frostline',
      useSecureCookies: new URL(options.publicUrl).protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [options.addressHeader] },
      ...(provider ? { cookies: { state: { name: `frostline.state.${provider.id}` } } } : {}),
    },
    databaseHooks: {
      account: accountHooks(db, secrets, provider),
      user: {
        create: {
          before: async (user) => {
            const flow = currentProviderFlow()
            if (flow?.decision?.kind !== 'role') return
            return { data: { ...user, name: user.name.slice(0, 100), role: flow.decision.role } }
          },
          after: async (user) => {
            const flow = currentProviderFlow()
            if (flow) await auditNewUser(db, flow, user)
          },
        },
      },
      session: {
        create: {
          before: async (session) => {
            const user = await db.user.findUnique({ where: { id: session.userId } })
            const flow = currentProviderFlow()
            if (flow && user) flow.userId = user.id
            if (user?.disabledAt !== null) throw disabled()
            if (flow) {
              const isActive = await db.$transaction(async (tx) => {
                if (!(await linkProvisioned(tx, flow, user.id))) return false
                await applyRole(tx, flow, user)
                await applyTeams(tx, flow, user)
                return true
              })
              if (!isActive) throw disabled()
              return { data: { ...session, ...fromProvider(flow.provider.id) } }
            }
            // Set where a session replaces one of the same person.
            if (typeof session.provider === 'string')
              return { data: { ...session, ...fromProvider(session.provider) } }
            if ((await localModeOf(db, user)) === 'refused')
              throw new APIError('FORBIDDEN', { code: 'SSO_ENFORCED', message: refusedByPolicy })
            return
          },
        },
      },
    },
  })
}

function fromProvider(provider: string): { provider: string; expiresAt: Date } {
  return { provider, expiresAt: new Date(Date.now() + providerSessionHours * 3_600_000) }
}

function disabled(): APIError {
  return new APIError('FORBIDDEN', {
    code: 'USER_DISABLED',
    message: 'This account is disabled. Ask an admin to enable it.',
  })
}

/** A passkey replaces password and code, so the authenticator must have checked who holds it. */
function notVerified(status: 'BAD_REQUEST' | 'UNAUTHORIZED'): APIError {
  return new APIError(status, { message: 'The authenticator did not verify its user.' })
}
