import { recordAudit } from '../../../platform/base/record-audit.ts'
import { addressOf, type Door, readJson, refusal, withBody } from '../door.ts'
import { actorOf } from './apply-role.ts'
import { endAccess } from './end-access.ts'
import type { OpenedProvider } from './opened-provider.ts'
import { type ProviderFlow, withProviderFlow } from './provider-flow.ts'

/** Begins a sign-in: the address of the provider to go to. */
export async function beginProviderSignIn({ auth }: Door, request: Request): Promise<Response> {
  const given = await readJson(request)
  const provider = await auth.providers.open(String(given.provider ?? ''))
  if (provider === 'unknown') return refusal(404, 'There is no such sign-in provider.')
  if (provider === 'unreachable')
    return refusal(502, 'The sign-in provider is not reachable. Try again, or contact an admin.')
  const callbackURL = safeTarget(given.callbackURL, auth.publicUrl)
  const body = {
    ...{ provider: provider.id, callbackURL, errorCallbackURL: '/sign-in', disableRedirect: true },
  }
  return auth.of(provider).handler(withBody(request, body))
}

/** Ends a sign-in: the provider has sent the browser back. Answers with a redirect in any case. */
export async function endProviderSignIn(door: Door, request: Request, id: string): Promise<Response> {
  const provider = await door.auth.providers.open(id)
  if (provider === 'unknown') return toSignIn('provider_not_found')
  if (provider === 'unreachable') return toSignIn('provider_unreachable')
  const { searchParams } = new URL(request.url)
  // RFC 9207: a provider that names itself always does. The library compares the name if there is one.
  if (provider.discovery.sendsIssuer && !searchParams.has('iss')) return toSignIn('issuer_mismatch')
  const flow: ProviderFlow = { provider: { id, name: provider.name }, now: door.now }
  const response = await withProviderFlow(flow, () => door.auth.of(provider).handler(request))
  const code = errorOf(response)
  await audit(door, request, flow, provider, code)
  if (code === 'no_rule') await endAccess(door.db, flow)
  return code === null ? response : toSignIn(code === 'unable_to_get_user_info' ? (flow.fault ?? code) : code)
}

/**
 * Refusals are audited once the provider has vouched for the person or has sent a wrong token. Whatever comes before can be
 * sent by anyone, who could flood the audit.
 */
async function audit(
  door: Door,
  request: Request,
  flow: ProviderFlow,
  provider: OpenedProvider,
  code: string | null,
): Promise<void> {
  const { db, now } = door
  if (code !== null && flow.subject === undefined && flow.fault === undefined) return
  const user = flow.userId === undefined ? null : await db.user.findUnique({ where: { id: flow.userId } })
  const details = {
    ...addressOf(door, request),
    provider: provider.name,
    ...(flow.decision?.kind === 'role' ? { role: flow.decision.role, group: flow.decision.group } : {}),
  }
  if (user && code === null) {
    const actor = { type: 'user', id: user.id, name: user.email, role: user.role } as const
    const about = { objectType: 'user', objectId: user.id, objectName: user.email }
    await recordAudit(
      db,
      { actor, now },
      { action: 'session.sign-in', ...about, outcome: 'succeeded', details },
    )
    return
  }
  await recordAudit(
    db,
    { actor: actorOf(flow), now },
    {
      action: 'session.sign-in',
      objectType: 'user',
      ...(user ? { objectId: user.id } : {}),
      objectName: user?.email ?? flow.email ?? flow.subject ?? 'unknown',
      outcome: 'denied',
      error: flow.fault ?? code ?? 'unknown',
      details,
    },
  )
}

/** Where to go afterwards: a page of the console other than the sign-in page. As a whole address, which the library checks. */
function safeTarget(given: unknown, publicUrl: string): string {
  const { origin } = new URL(publicUrl)
  const path = typeof given === 'string' && given.startsWith('/') ? given : '/'
  const target = URL.canParse(path, origin) ? new URL(path, origin) : new URL(origin)
  return target.origin === origin && !/^\/(sign-in|api)(\/|$)/.test(target.pathname)
    ? target.href
    : `${origin}/`
}

/** The error that the library redirects with; null when the person is signed in. */
function errorOf(response: Response): string | null {
  if (response.status === 429) return 'too_many_requests'
  const location = response.headers.get('location')
  if (location === null) return 'internal_server_error'
  const url = new URL(location, 'http://localhost')
  const failed = url.pathname === '/sign-in' || url.pathname === '/api/auth/error'
  return failed ? (url.searchParams.get('error') ?? 'internal_server_error') : null
}

function toSignIn(code: string): Response {
  const known = /^[\w-]{1,60}$/.test(code) ? code.toLowerCase() : 'refused'
  return new Response(null, {
    status: 302,
    headers: { location: `/sign-in?error=${known}`, 'cache-control': 'no-store' },
  })
}
