import { AsyncLocalStorage } from 'node:async_hooks'
import type { Groups, RoleDecision } from '@frostline/domain'
import type { AccountRole } from '../../../platform/base/actor.ts'

/** Why an ID token was not accepted. */
export type TokenFault =
  | 'id_token_missing'
  | 'id_token_incomplete'
  | 'id_token_clock'
  | 'id_token_audience'
  | 'id_token_issuer'
  | 'id_token_nonce'
  | 'id_token_signature'
  | 'keys_unreachable'
  | 'userinfo_unreachable'

/** What is known of one sign-in while the library handles its callback. */
export interface ProviderFlow {
  provider: { id: string; name: string }
  now: () => Date
  /** Of the verified ID token: who it is about. */
  subject?: string
  /** Its `oid`: the ID of the person at Entra, where the subject is another for each application. */
  objectId?: string
  email?: string
  /** What the provider says of the address; undefined: nothing. */
  emailVerified?: boolean | undefined
  /** As the provider names them. */
  groups?: Groups
  decision?: RoleDecision<AccountRole>
  /** What the sign-in does to accounts. */
  action?: string
  fault?: TokenFault
  /** Of the person as the provider has provisioned them. */
  provisionedId?: string
  /** Set when the person's session is created. */
  userId?: string
}

const current = new AsyncLocalStorage<ProviderFlow>()

export function withProviderFlow<Answer>(flow: ProviderFlow, answer: () => Promise<Answer>): Promise<Answer> {
  return current.run(flow, answer)
}

/** Undefined outside of a sign-in by a provider. */
export function currentProviderFlow(): ProviderFlow | undefined {
  return current.getStore()
}
