import type { Actor, ChangeHub, ServiceContext } from '@frostline/services'

/** Who asks and over what. `cookie` matters for forged requests: a browser sends cookies unasked, a token never. */
export interface Caller {
  actor: Actor
  by: 'cookie' | 'token'
  /** Of a person who is signed in. */
  person?: { sessionId: string; name: string; email: string } | undefined
}

/** How a call went. `code` is `ok` or the code of the error. */
export interface CallRecord {
  path: string
  type: 'query' | 'mutation' | 'subscription'
  door: ApiContext['door']
  code: string
  elapsedMs: number
}

/** Made for each request by the entry point; nothing in here reads the environment. */
export interface ApiContext {
  door: 'trpc' | 'rest'
  headers: Headers
  /** Origins of our own pages. */
  trustedOrigins: readonly string[]
  /** Looks up the session or the token, once for all calls of a request. Undefined: nobody. */
  identify: () => Promise<Caller | undefined>
  /** The same without memory, for streams that outlive a session. */
  identifyAgain: () => Promise<Caller | undefined>
  services: Pick<ServiceContext, 'db' | 'clusters' | 'now' | 'sourceAddresses' | 'askedSinceMs'>
  changes: ChangeHub
  onCall: (record: CallRecord) => void
  /** A change that rests on a cookie did not come from our own page. */
  onForgery: () => void
  /** Gets what is hidden from the caller, together with the reference that the caller is shown. */
  onFault: (error: unknown, about: { path: string; reference: string }) => void
}
