import { type Access, type Grant, roles } from '@frostline/domain'
import { queryOptions } from '@tanstack/react-query'
import type { RouterOutputs } from '../trpc/router-outputs.ts'

/** A grant as the API shows it: a cluster by its slug. */
export type ShownGrant = RouterOutputs['session']['me']['grants'][number]

export interface SignedInPerson {
  name: string
  email: string
  /** As stored; `usePerson` checks it. */
  role: string
  /** All that they may do. */
  grants: readonly ShownGrant[]
}

/** What they may do. Clusters are slugs. A role that is not known is taken for the lowest. */
export function toAccess(grants: readonly ShownGrant[]): Access {
  return grants.map(toGrant)
}

function toGrant({ role: name, custom, ...grant }: ShownGrant): Grant {
  const role = roles.find((each) => each === name) ?? 'viewer'
  const held = custom ? { role: 'viewer' as const, custom: { name, ...custom } } : { role }
  if (grant.on !== 'tables') return { ...grant, ...held }
  const { cluster: clusterId, clusterName: _, ...own } = grant
  return { ...own, ...held, clusterId }
}

/**
 * Who is signed in, null for nobody. Each page needs this, so it is read without the client of the sign-in library. Only the
 * pages of sign-in and account load that client.
 */
export const sessionQuery = queryOptions({
  queryKey: ['signed-in-person'],
  queryFn: async ({ signal }): Promise<SignedInPerson | null> => {
    const response = await fetch('/api/auth/get-session', { signal })
    if (!response.ok) throw new Error(`The session could not be read: HTTP ${response.status}`)
    const session = (await response.json()) as { user: Omit<SignedInPerson, 'grants'> } | null
    if (!session) return null
    const { name, email, role } = session.user
    return { name, email, role, grants: await readGrants(role, signal) }
  },
})

/** An admin of everything needs no grants. */
async function readGrants(role: string, signal: AbortSignal): Promise<readonly ShownGrant[]> {
  if (role === 'admin') return [{ on: 'everything', role }]
  const response = await fetch('/api/trpc/session.me', { signal })
  if (!response.ok) throw new Error(`The grants could not be read: HTTP ${response.status}`)
  const answer = (await response.json()) as { result: { data: { json: { grants: ShownGrant[] } } } }
  return answer.result.data.json.grants
}
