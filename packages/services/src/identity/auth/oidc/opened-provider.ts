import type { Discovery, RoleRule } from '@frostline/domain'
import type { JWTVerifyGetKey } from 'jose'
import type { Role } from '../../../platform/base/actor.ts'

/** A provider as it is signed in with: its settings, its secret, and what it publishes. */
export interface OpenedProvider {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string[]
  groupsClaim: string
  roleRules: RoleRule<Role>[]
  defaultRole: Role | null
  linkByEmail: boolean
  discovery: Discovery
  keys: JWTVerifyGetKey
}
