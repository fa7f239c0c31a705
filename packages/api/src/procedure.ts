import {
  authorize,
  findInputFault,
  type Role,
  type ServiceContext,
  ServiceError,
  wrongInput,
} from '@frostline/services'
import { TRPCError } from '@trpc/server'
import { actionOf } from './action-of.ts'
import type { ApiContext, Caller } from './context.ts'
import { toJsonSafe } from './to-json-safe.ts'
import { toTrpcError } from './to-trpc-error.ts'
import { t } from './trpc.ts'

/** Outermost: counts the call and turns any failure into an error that may be shown. */
const observe = t.middleware(async ({ ctx, path, type, next }) => {
  const startedAt = performance.now()
  const result = await next()
  const record = (code: string) =>
    ctx.onCall({ path, type, door: ctx.door, code, elapsedMs: performance.now() - startedAt })
  if (result.ok) {
    record('ok')
    return result
  }
  const error = toTrpcError(result.error, (fault, reference) => ctx.onFault(fault, { path, reference }))
  record(error.code)
  throw error
})

/** REST has no superjson. Runs around the output's schema, so that what it removes stays removed. */
const speakJson = t.middleware(async ({ ctx, next }) => {
  const result = await next()
  return result.ok && ctx.door === 'rest' ? { ...result, data: toJsonSafe(result.data) } : result
})

/**
 * The only way to create a procedure: every one declares its minimum role. The role is checked before the input is
 * read. A denied change is audited.
 */
export function procedure(role: Role) {
  const admit = t.middleware(async ({ ctx, path, type, next }) => {
    const caller = await identify(ctx)
    if (type === 'mutation' && caller.by === 'cookie') refuseForgery(ctx)
    const service: ServiceContext = { ...ctx.services, actor: caller.actor }
    const attempt = { action: actionOf(path), objectType: 'procedure', objectName: path }
    await authorize(service, role, type === 'mutation' ? attempt : undefined)
    return next({ ctx: { service, caller } })
  })
  return t.procedure.meta({ role }).use(observe).use(speakJson).use(admit).use(checkInput)
}

/** Runs before any procedure's schema: what cannot be read, stored or sent is the caller's mistake in every field. */
const checkInput = t.middleware(async ({ getRawInput, next }) => {
  const input = await getRawInput().catch((cause: unknown) => {
    throw wrongInput('The input is not valid JSON for this API.', cause)
  })
  const fault = findInputFault(input)
  if (fault) throw wrongInput(fault)
  return next()
})

async function identify(ctx: ApiContext): Promise<Caller> {
  const caller = await ctx.identify()
  if (caller) return caller
  throw new ServiceError('unauthenticated', 'You are not signed in.', {
    hint: ctx.door === 'rest' ? 'Send an API token as "Authorization: Bearer …".' : 'Sign in and try again.',
  })
}

function refuseForgery(ctx: ApiContext): void {
  const reason = explainForgery(ctx.headers, ctx.trustedOrigins)
  if (reason === undefined) return
  ctx.onForgery()
  throw new TRPCError({ code: 'FORBIDDEN', message: reason })
}

/**
 * Why a change that rests on a cookie is not believed to come from our own page; undefined when it is. Beside the
 * SameSite cookie: a foreign page can send neither this content type (without a preflight, which nobody answers)
 * nor our Origin.
 */
export function explainForgery(headers: Headers, trustedOrigins: readonly string[]): string | undefined {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return 'Changes require the content type application/json.'
  const origin = headers.get('origin')
  if (origin !== null) {
    return trustedOrigins.includes(origin) ? undefined : `The origin ${origin} is not allowed.`
  }
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return undefined
  return `Changes from another site (${site}) are refused.`
}
