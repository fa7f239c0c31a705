/** What each role may do: a viewer reads, an operator runs moves and loads and tiers tables, an admin has clusters, users and their configuration. */
export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

/** Who asks. `system` is the product itself: the worker and the set-up. */
export interface Actor {
  type: 'user' | 'token' | 'system'
  /** The user's or the token's id; the worker's id for the system. */
  id: string
  /** For people: an e-mail address or a token's name. */
  name: string
  role: Role
}

/** Each role may do all that the ones before it may. */
export function roleAllows(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}
