/**
 * What each role may do on its scope: a viewer reads, an operator moves, loads and tiers data, an admin manages clusters, users
 * and configuration.
 */
export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

/** Of an account, on everything. A member has none there: only grants of some tables or sources. */
export const accountRoles = ['member', ...roles] as const
export type AccountRole = (typeof accountRoles)[number]

/** Each role includes the ones before it. */
export function roleAllows(held: AccountRole, needed: Role): boolean {
  return accountRoles.indexOf(held) >= accountRoles.indexOf(needed)
}

export function lowerRole(a: Role, b: Role): Role {
  return roleAllows(a, b) ? b : a
}

/** Undefined of none. */
export function highestRole(held: readonly Role[]): Role | undefined {
  return roles.findLast((role) => held.includes(role))
}
