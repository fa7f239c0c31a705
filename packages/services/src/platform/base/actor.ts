import { type Access, type AccountRole, type Role, roles } from '@frostline/domain'

export { type Access, type AccountRole, accountRoles, type Role, roleAllows, roles } from '@frostline/domain'

/** Who sends a request. `system` is the product itself: worker and set-up. */
export interface Actor {
  type: 'user' | 'token' | 'system'
  /** The user's or the token's id; the worker's id for the system. */
  id: string
  /** Readable: an e-mail address or a token's name. */
  name: string
  /** On what the request touches; before that is known, on everything. */
  role: AccountRole
  /** What it may see and do. Absent: its role on everything. */
  access?: Access | undefined
}

export function accessOf({ role, access }: Pick<Actor, 'role' | 'access'>): Access {
  return access ?? accessOfRole(role)
}

export function accessOfRole(role: AccountRole): Access {
  return isRole(role) ? [{ on: 'everything', role }] : []
}

function isRole(role: AccountRole): role is Role {
  return roles.some((each) => each === role)
}
