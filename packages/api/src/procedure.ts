import {
  type Actor,
  accessOf,
  actorFor,
  authorize,
  findInputFault,
  highestRoleOf,
  noRole,
  notVisible,
  type Role,
  recordAudit,
  requireOn,
  roleAllows,
  roleOn,
  type ServiceContext,
  ServiceError,
  wrongInput,
} from '@frostline/services'
import { TRPCError } from '@trpc/server'
import { actionOf } from './action-of.ts'
import type { ApiContext, Caller } from './context.ts'
import type { ProcedureScope } from './scope.ts'
import { toJsonSafe } from './to-json-safe.ts'
import { toTrpcError } from './to-trpc-error.ts'
import { t } from './trpc.ts'

/** Outermost: counts the call and turns any failure into an error that may be shown. */
const observe = t.middleware(async ({ ctx, path, type, getRawInput, next }) => {
  const startedAt = performance.now()
  const result = await next()
  const record = (code: string) =>
    ctx.onCall({ path, type, door: ctx.door, code, elapsedMs: performance.now() - startedAt })
  if (result.ok) {
    record('ok')
    const caller = type === 'query' && ctx.door === 'trpc' && ctx.onAnswer ? await ctx.identify() : undefined
    if (caller) ctx.onAnswer?.(caller, { path, input: await getRawInput() }, result.data)
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
 * The only way to create a procedure: every one declares its minimum role, and where the caller needs it. A role that the
 * caller holds nowhere is refused before the input is read. The verb gets an actor with the role that it holds there. A denied
 * change is audited.
 */
export function procedure(role: Role, scope: ProcedureScope) {
  const admit = t.middleware(async ({ ctx, path, type, next }) => {
    const caller = await identify(ctx)
    if (type === 'mutation' && caller.by === 'cookie') refuseForgery(ctx)
    const held = actorFor(caller.actor, path, role)
    const service: ServiceContext = { ...ctx.services, actor: held }
    if (!isLimited(held)) {
      await authorize(service, role, type === 'mutation' ? attemptOf(path) : undefined)
      return next({ ctx: { service, caller } })
    }
    const actor = await auditDenial(service, { path, type }, () => admitLimited(held, role, scope))
    return next({ ctx: { service: { ...service, actor }, caller } })
  })
  const check = t.middleware(async ({ ctx, input, path, type, next }) => {
    // Set by admit, which runs before.
    const { service } = ctx as unknown as { service: ServiceContext }
    if (scope.kind !== 'object' || !isLimited(service.actor)) return next()
    const actor = await auditDenial(service, { path, type }, async () => {
      const scopes = await scope.scopesOf(service.db, input)
      if (scopes === undefined) throw notVisible()
      return requireOn(service.actor, role, scopes)
    })
    return next({ ctx: { service: { ...service, actor } } })
  })
  const builder = t.procedure
    .meta({ role, scope: scope.kind === 'object' ? scope.name : scope.kind })
    .use(observe)
    .use(speakJson)
    .use(admit)
    .use(checkInput)
  return withLast(builder, check)
}

/** Whether its role depends on what it touches. */
function isLimited(actor: Actor): boolean {
  return accessOf(actor).some(({ on, custom }) => on !== 'everything' || custom) || actor.role === 'member'
}

/** The actor as far as it can be admitted before the input is known. */
async function admitLimited(actor: Actor, needed: Role, scope: ProcedureScope): Promise<Actor> {
  const onEverything = roleOn(accessOf(actor), { kind: 'everything' })
  if (scope.kind === 'everything') return requireOn(actor, needed, [{ kind: 'everything' }])
  const highest = scope.kind === 'own' ? needed : highestRoleOf(actor)
  if (!roleAllows(highest ?? 'member', needed)) throw noRole(actor, needed)
  const isEnough = onEverything !== undefined && roleAllows(onEverything, needed)
  return { ...actor, role: isEnough ? onEverything : needed }
}

async function auditDenial(
  service: ServiceContext,
  { path, type }: { path: string; type: string },
  decide: () => Promise<Actor>,
): Promise<Actor> {
  try {
    return await decide()
  } catch (error) {
    if (type === 'mutation' && error instanceof ServiceError)
      await recordAudit(service.db, service, {
        ...attemptOf(path),
        ...{ outcome: 'denied', error: error.message },
      })
    throw error
  }
}

const attemptOf = (path: string) => ({ action: actionOf(path), objectType: 'procedure', objectName: path })

const ends: readonly PropertyKey[] = ['query', 'mutation', 'subscription']

/** The same builder, which adds a middleware last: it sees what all schemas of the procedure have parsed. */
function withLast<Builder extends object>(builder: Builder, last: ReturnType<typeof t.middleware>): Builder {
  return new Proxy(builder, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      if (ends.includes(key)) {
        const whole = (Reflect.get(target, 'use') as (middleware: unknown) => object)(last)
        return Reflect.get(whole, key)
      }
      return (...given: unknown[]) => {
        const next: unknown = Reflect.apply(value, target, given)
        return typeof next === 'object' && next !== null ? withLast(next, last) : next
      }
    },
  })
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
