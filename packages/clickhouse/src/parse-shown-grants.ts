import type { GrantNeed } from './grants.ts'

type State = 'granted' | 'missing' | 'unknown'

/**
 * Parses SHOW GRANTS: `GRANT a, b(column) ON place TO user`, a line per place, and `GRANT role TO user`. A grant counts
 * as present when it, or a wider one, is listed for its own place or for `*.*`. Otherwise, if the user has roles, which
 * SHOW GRANTS does not expand, the result is unknown. Any REVOKE makes `granted` unknown too.
 */
export function parseShownGrants(shown: string): (need: GrantNeed) => State {
  const lines = shown.split('\n').filter((line) => line !== '')
  const granted = new Set<string>()
  let hasRoles = false
  let hasRevokes = false
  for (const line of lines) {
    const privileges = /^GRANT (.+) ON (\S+) TO /.exec(line)
    if (line.startsWith('REVOKE ')) hasRevokes = true
    else if (privileges?.[1] === undefined) hasRoles = true
    // A grant on some columns does not cover the table.
    else for (const access of splitAccesses(privileges[1])) granted.add(`${access} ON ${privileges[2]}`)
  }
  return (need) => {
    const accesses = [need.access, ...need.impliedBy, 'ALL']
    const places = new Set([need.on, '*.*', '*'])
    const found = accesses.some((access) => [...places].some((place) => granted.has(`${access} ON ${place}`)))
    if (found) return hasRevokes ? 'unknown' : 'granted'
    return hasRoles ? 'unknown' : 'missing'
  }
}

function splitAccesses(text: string): string[] {
  return text.match(/[^,(]+(?:\([^)]*\))?/g)?.map((access) => access.trim()) ?? []
}
