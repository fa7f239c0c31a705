import type { Database } from '@frostline/db'
import { passwordLength } from '@frostline/domain'
import { APIError, betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { isAPIError } from 'better-auth/api'
import { type Role, roles } from '../../platform/base/actor.ts'
import { guessLimit } from './guess-throttle.ts'
import { keepDatabaseFaults } from './throw-database-faults.ts'

export interface AuthOptions {
  db: Database
  /** Signs the session cookies. */
  secret: string
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

export type Authentication = ReturnType<typeof createAuthentication>

/**
 * E-mail and password over our tables. There is no sign-up: admins create users. Sessions are read on each request (no
 * cookie cache), so that a disabled user or a revoked session ends at once.
 */
export function createAuthentication(options: AuthOptions) {
  const { db } = options
  return betterAuth({
    appName: 'Frostline',
    baseURL: options.publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    database: prismaAdapter(keepDatabaseFaults(db), { provider: 'postgresql', transaction: true }),
    trustedOrigins: [new URL(options.publicUrl).origin, ...options.trustedOrigins],
    telemetry: { enabled: false },
    logger: { level: 'warn', disableColors: true, log: (level, message) => options.log(level, message) },
    // Rejections are responses, not faults; the default would log each of them.
    onAPIError: {
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
    session: { expiresIn: sessionDays * 86_400, updateAge: 86_400, freshAge: 0 },
    user: {
      additionalFields: {
        role: { type: roles as unknown as Role[], required: true, defaultValue: 'viewer', input: false },
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
        '/sign-in/*': { window: guessLimit.windowMs / 1000, max: 50 },
        '/change-password': { window: guessLimit.windowMs / 1000, max: 10 },
      },
    },
    advanced: {
      cookiePrefix: 'frostline',
      useSecureCookies: new URL(options.publicUrl).protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [options.addressHeader] },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const user = await db.user.findUnique({ where: { id: session.userId } })
            if (user?.disabledAt === null) return
            throw new APIError('FORBIDDEN', {
              code: 'USER_DISABLED',
              message: 'This account is disabled. Ask an admin to enable it.',
            })
          },
        },
      },
    },
  })
}
