import type { NodeClient } from './client/node-client.ts'
import { QueryFailedError } from './client/query-failed.ts'
import type { QueryOptions } from './client/query-options.ts'
import { type GrantNeed, grantStatement, requiredGrants } from './grants.ts'
import { quoteIdentifier } from './sql/quote-identifier.ts'

export interface GrantCheck {
  need: GrantNeed
  /** unknown: the server can only be queried in a way that does not resolve roles. */
  state: 'granted' | 'missing' | 'unknown'
  /** What an administrator has to run. */
  statement: string
}

/**
 * Whether the connected user has each grant. CHECK GRANT is exact, including roles; on older servers (Code 62) SHOW
 * GRANTS is used. Throws QueryFailedError when the node cannot be queried at all.
 */
export async function checkGrants(
  node: NodeClient,
  needs: readonly GrantNeed[] = requiredGrants,
  options: QueryOptions = {},
): Promise<GrantCheck[]> {
  const user = (await node.text('current_user', 'SELECT currentUser()', options)).replace(/\n$/, '')
  const withStatement = (need: GrantNeed, state: GrantCheck['state']): GrantCheck => ({
    need,
    state,
    statement: grantStatement(need, quoteIdentifier(user)),
  })
  const checks: GrantCheck[] = []
  try {
    for (const need of needs) {
      const answer = await node.text('check_grant', `CHECK GRANT ${need.access} ON ${need.on}`, options)
      checks.push(withStatement(need, answer.trim() === '1' ? 'granted' : 'missing'))
    }
    return checks
  } catch (thrown) {
    if (!isSyntaxError(thrown)) throw thrown
    const stateOf = parseShownGrants(await node.text('show_grants', 'SHOW GRANTS', options))
    return needs.map((need) => withStatement(need, stateOf(need)))
  }
}

function isSyntaxError(thrown: unknown): boolean {
  return (
    thrown instanceof QueryFailedError &&
    thrown.failure.kind === 'refused' &&
    thrown.failure.error.code === 62
  )
}

type State = 'granted' | 'missing' | 'unknown'

/**
 * Reads the text of SHOW GRANTS: `GRANT a, b(column) ON place TO user`, a line per place, and `GRANT role TO user`.
 * A need counts as granted when it, or a wider grant, stands at its own place or at `*.*`. Where it does not and the
 * user holds roles, which SHOW GRANTS does not open, the answer is unknown. Any REVOKE makes `granted` unknown too.
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
