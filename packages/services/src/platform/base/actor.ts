/**
 * What each role may do: a viewer reads, an operator moves, loads and tiers data, an admin manages clusters, users and
 * configuration.
 */
export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who sends a request. `system` is the product itself: worker and set-up. */
export interface Actor {
  type: 'user' | 'token' | 'system'
  /** The user's or the token's id; the worker's id for the system. */
  id: string
  /** Readable: an e-mail address or a token's name. */
  name: string
  role: Role
}

/** Each role includes the ones before it. */
export function roleAllows(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}
