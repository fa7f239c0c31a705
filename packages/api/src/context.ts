import type { Actor, ChangeHub, ServiceContext } from '@frostline/services'

/** Who sends the request. `cookie` matters for CSRF: a browser sends cookies automatically, a token never. */
export interface Caller {
  actor: Actor
  by: 'cookie' | 'token'
  /** Of a person who is signed in. */
  person?: { sessionId: string; name: string; email: string } | undefined
}

/** Result of a call. `code` is `ok` or the code of the error. */
export interface CallRecord {
  path: string
  type: 'query' | 'mutation' | 'subscription'
  door: ApiContext['door']
  code: string
  elapsedMs: number
}

/** Created per request by the entry point; nothing in here reads the environment. */
export interface ApiContext {
  door: 'trpc' | 'rest'
  headers: Headers
  /** Origins of our own pages. */
  trustedOrigins: readonly string[]
  /** The public address of the console, for addresses that others need. */
  publicOrigin: string
  /** Looks up the session or the token, once for all calls of a request. Undefined: not signed in. */
  identify: () => Promise<Caller | undefined>
  /** The same without caching, for streams that outlive a session. */
  identifyAgain: () => Promise<Caller | undefined>
  services: Pick<ServiceContext, 'db' | 'clusters' | 'now' | 'sourceAddresses' | 'askedSinceMs'>
  changes: ChangeHub
  onCall: (record: CallRecord) => void
  /** Called with what a query of our own pages was answered. */
  onAnswer?: ((caller: Caller, question: { path: string; input: unknown }, data: unknown) => void) | undefined
  /** Called for a change by cookie that did not come from our own page. */
  onForgery: () => void
  /** Receives what is hidden from the caller, with the reference that the caller is shown. */
  onFault: (error: unknown, about: { path: string; reference: string }) => void
}
