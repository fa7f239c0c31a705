import type { Discovery, RoleRule } from '@frostline/domain'
import type { JWTVerifyGetKey } from 'jose'
import type { AccountRole } from '../../../platform/base/actor.ts'
import type { CheckedRequest } from '../../../platform/net/checked-fetch.ts'

/** A provider as it is signed in with: its settings, its secret, and what it publishes. */
export interface OpenedProvider {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string[]
  groupsClaim: string
  roleRules: RoleRule<AccountRole>[]
  defaultRole: AccountRole | null
  linkByEmail: boolean
  discovery: Discovery
  keys: JWTVerifyGetKey
  /** For faults that an admin must know. */
  log(message: string): void
  /** Sends a request to an endpoint of the provider, by our rules for addresses. */
  send(url: string, request: CheckedRequest): Promise<Response>
}
