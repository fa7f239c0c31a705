/** `overage`: the provider left the groups out, because there are too many for the token. */
export type Groups = { kind: 'groups'; groups: string[] } | { kind: 'absent' } | { kind: 'overage' }

/**
 * The groups in the claims of an ID token. The claim is a name, or a path with dots such as `realm_access.roles`. A
 * single text is one group: names of groups may contain spaces and commas.
 */
export function readGroups(claims: Readonly<Record<string, unknown>>, claim: string): Groups {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : walk(claims, claim.split('.'))
  if (typeof value === 'string') return { kind: 'groups', groups: value === '' ? [] : [value] }
  if (Array.isArray(value))
    return { kind: 'groups', groups: value.filter((each): each is string => typeof each === 'string') }
  return isLeftOut(claims, claim) ? { kind: 'overage' } : { kind: 'absent' }
}

function walk(claims: unknown, path: readonly string[]): unknown {
  let at = claims
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/** Microsoft Entra ID sends `_claim_names` or `hasgroups` instead of more than 200 groups. */
function isLeftOut(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  const names = claims._claim_names
  return (
    (typeof names === 'object' && names !== null && Object.hasOwn(names, claim)) || claims.hasgroups === true
  )
}
