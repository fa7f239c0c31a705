import type { Database } from '@frostline/db'
import type { AuditFacts } from '../../platform/base/record-audit.ts'
import type { Authentication } from './create-auth.ts'

/** What answering a request of the sign-in library needs. */
export interface Door {
  auth: Authentication
  db: Database
  now: () => Date
  /** The request header with the client's address. */
  addressHeader: string
}

export function addressOf({ addressHeader }: Door, { headers }: Request): { address: string | null } {
  return { address: headers.get(addressHeader) || null }
}

/** A body that is no JSON object has no fields: the library reports what is missing. */
export async function readJson(message: Request | Response): Promise<Record<string, unknown>> {
  const body: unknown = await message
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

export function withBody({ method, url, headers, signal }: Request, body: unknown): Request {
  const anew = new Headers(headers)
  anew.delete('content-length')
  anew.set('content-type', 'application/json')
  return new Request(url, { method, headers: anew, signal, body: JSON.stringify(body) })
}

export function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } })
}

/** The outcome of a request for an audit entry. */
export async function outcomeOf(response: Response): Promise<Pick<AuditFacts, 'outcome' | 'error'>> {
  if (response.ok) return { outcome: 'succeeded' }
  const { message } = await readJson(response)
  return { outcome: 'failed', error: typeof message === 'string' ? message : `status ${response.status}` }
}

/** Without the session token: the cookie carries it already. */
export async function withoutTokens(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('json')) return response
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('cache-control', 'no-store')
  const cleaned = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'token' ? undefined : value,
  )
  return new Response(cleaned, { status: response.status, headers })
}
