import { deriveSecret } from '@frostline/db'
import {
  type AccountRole,
  type AddressExemption,
  type Authentication,
  answerAuthRequest,
  type ChangeHub,
  createAuthentication,
  createChangeHub,
  createToken,
  createUser,
  type Role,
} from '@frostline/services'
import { openTestServices, type TestServices } from '@frostline/services/testing'
import { answerActivity } from '../answer-activity.ts'
import { answerAuditExport } from '../answer-audit-export.ts'
import { answerCosts } from '../answer-costs.ts'
import { answerFleet } from '../answer-fleet.ts'
import { answerLoadFiles } from '../answer-load-files.ts'
import { answerProofDownload } from '../answer-proof-download.ts'
import { answerRemovalObjects } from '../answer-removal-objects.ts'
import { answerReport } from '../answer-report.ts'
import { answerTrpcRequest } from '../answer-trpc-request.ts'
import type { ApiContext, Caller, CallRecord } from '../context.ts'
import { identifyCaller } from '../identify.ts'
import { answerMcpRequest } from '../mcp/answer-mcp-request.ts'
import { answerRestRequest } from '../rest/answer-rest-request.ts'

export const origin = 'http://localhost:3000'
export const password = 'a long enough password'
const addressHeader = 'x-test-address'

/** As the route handlers of the web process call them. */
const downloads: Readonly<Record<string, (ctx: ApiContext, name: string) => Promise<Response>>> = {
  proofs: answerProofDownload,
  reports: answerReport,
  'load-files': answerLoadFiles,
  'removal-objects': answerRemovalObjects,
  costs: answerCosts,
  activity: (ctx, filter) => answerActivity(ctx, new URLSearchParams(filter)),
  'audit-export': (ctx, filter) => answerAuditExport(ctx, new URLSearchParams(filter)),
  fleet: (ctx, filter) => answerFleet(ctx, new URLSearchParams(filter)),
}

/** The web process's guard rejects what cannot be decoded. */
async function answerDownload(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return new Response(null, { status: 400 })
  }
}

/** tRPC and REST over real services, without a web server. */
export interface TestApi {
  services: TestServices
  auth: Authentication
  changes: ChangeHub
  calls: CallRecord[]
  /** What would have been logged. */
  faults: unknown[]
  request(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<Response>
  answer(request: Request): Promise<Response>
  /** An API token of this role. */
  makeToken(role: Role): Promise<string>
  /** The cookie of a new person of this role who has signed in. */
  signIn(role: AccountRole): Promise<string>
  /** A new person without a role, who has signed in. */
  signInMember(): Promise<{ cookie: string; userId: string }>
  /** An API token of an existing person, with all that they may do. */
  makeTokenOf(userId: string): Promise<string>
  close(): Promise<void>
}

/** @param sourceAddresses loopback addresses that sources may use. Default: none. */
export async function openTestApi(
  connectionString: string,
  sourceAddresses?: AddressExemption,
): Promise<TestApi> {
  const services = await openTestServices(connectionString)
  const { db, clusters } = services
  const now = () => new Date()
  const auth = createAuthentication({
    db,
    secret: deriveSecret(services.secretKey, 'sessions'),
    secrets: clusters.secrets,
    publicUrl: origin,
    trustedOrigins: [],
    addressHeader,
    log: () => undefined,
  })
  const changes = createChangeHub({ connectionString, now, onConnectionLost: () => undefined })
  const calls: CallRecord[] = []
  const faults: unknown[] = []
  let people = 0

  function contextOf(request: Request, door: ApiContext['door']): ApiContext {
    const address = request.headers.get(addressHeader)
    const identifyAgain = () => identifyCaller({ headers: request.headers, door }, { auth, address, db, now })
    let known: Promise<Caller | undefined> | undefined
    return {
      door,
      headers: request.headers,
      trustedOrigins: [origin],
      publicOrigin: origin,
      identify: () => {
        known ??= identifyAgain()
        return known
      },
      identifyAgain,
      services: { db, clusters, now, sourceAddresses },
      changes,
      onCall: (record) => calls.push(record),
      onForgery: () => undefined,
      onFault: (error) => faults.push(error),
    }
  }

  /** A new account of its own for each call, also of calls at the same time. */
  async function signInNew(role: AccountRole): Promise<{ cookie: string; email: string }> {
    people += 1
    const email = `${role}-${people}@example.com`
    await createUser(services.as('admin'), { email, name: role, role, password })
    const body = { email, password }
    const response = await doors.request('POST', '/api/auth/sign-in/email', { headers: { origin }, body })
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    return { cookie: cookies.join('; '), email }
  }

  const doors: TestApi = {
    services,
    auth,
    changes,
    calls,
    faults,
    request(method, path, { headers = {}, body } = {}) {
      const init = body === undefined ? {} : { body: JSON.stringify(body) }
      const json = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = { ...json, ...headers }
      return doors.answer(new Request(`${origin}${path}`, { method, headers: sent, ...init }))
    },
    answer(request) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/api/auth'))
        return answerAuthRequest({ auth, db, now, addressHeader }, request)
      if (pathname === '/api/mcp') return answerMcpRequest(request, contextOf(request, 'rest'))
      if (pathname.startsWith('/api/v1')) return answerRestRequest(request, contextOf(request, 'rest'))
      const [, , door = '', name = ''] = pathname.split('/')
      const download = downloads[door]
      if (download)
        return answerDownload(() => download(contextOf(request, 'trpc'), decodeURIComponent(name)))
      return answerTrpcRequest(request, contextOf(request, 'trpc'))
    },
    async makeToken(role) {
      const { secret } = await createToken(await services.person('admin'), {
        ...{ name: role, role, expiresAt: new Date(now().getTime() + 86_400_000) },
      })
      return secret
    },
    async signIn(role) {
      return (await signInNew(role)).cookie
    },
    async signInMember() {
      const { cookie, email } = await signInNew('member')
      const { id: userId } = await db.user.findUniqueOrThrow({ where: { email } })
      return { cookie, userId }
    },
    async makeTokenOf(userId) {
      const { secret } = await createToken(services.as('admin', { id: userId }), {
        ...{ name: 'own', role: 'admin', expiresAt: new Date(now().getTime() + 86_400_000) },
      })
      return secret
    },
    async close() {
      await changes.close()
      await services.close()
    },
  }
  return doors
}
