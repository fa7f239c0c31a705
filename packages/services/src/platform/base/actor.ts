import { type Access, type AccountRole, accessFor, type Role, roles } from '@frostline/domain'

export { type Access, type AccountRole, accountRoles, type Role, roleAllows, roles } from '@frostline/domain'

/** Who sends a request. `system` is the product itself: worker and set-up. */
export interface Actor {
  type: 'user' | 'token' | 'system'
  /** The user's or the token's id; the worker's id for the system. */
  id: string
  /** Readable: an email address or a token's name. */
  name: string
  /** On what the request touches; before that is known, on everything. */
  role: AccountRole
  /** What it may see and do. Absent: its role on everything. */
  access?: Access | undefined
}

export function accessOf({ role, access }: Pick<Actor, 'role' | 'access'>): Access {
  return access ?? accessOfRole(role)
}

/** The same actor with what it has for one verb, also by custom roles. */
export function actorFor<Held extends Pick<Actor, 'role' | 'access'>>(
  actor: Held,
  verb: string,
  needed: Role,
): Held {
  return actor.access ? { ...actor, access: accessFor(actor.access, verb, needed) } : actor
}

/** Whether a custom role gives a verb somewhere. Only for what is shown: the door decides. */
export function holdsVerb(actor: Actor, verb: string): boolean {
  return accessOf(actor).some(({ custom }) => custom?.verbs.includes(verb))
}

export function accessOfRole(role: AccountRole): Access {
  return isRole(role) ? [{ on: 'everything', role }] : []
}

function isRole(role: AccountRole): role is Role {
  return roles.some((each) => each === role)
}
