import { queryOptions } from '@tanstack/react-query'

export interface SignedInPerson {
  name: string
  email: string
  /** As stored; `usePerson` checks it. */
  role: string
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
    const session = (await response.json()) as { user: SignedInPerson } | null
    if (!session) return null
    const { name, email, role } = session.user
    return { name, email, role }
  },
})
