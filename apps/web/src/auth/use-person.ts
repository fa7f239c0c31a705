'use client'
import { authClient } from './client.ts'

export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

interface Person {
  name: string
  email: string
  role: Role
}

/** `unknown` while the session is being read or could not be read; `none` when there is none. */
export type PersonState = { kind: 'unknown' } | { kind: 'none' } | { kind: 'known'; person: Person }

/** Who is signed in. Only for showing and hiding: the API decides what a role may do. */
export function usePerson(): PersonState {
  const { data, isPending, error } = authClient.useSession()
  if (data) {
    const { name, email, role } = data.user
    return { kind: 'known', person: { name, email, role: roles.find((each) => each === role) ?? 'viewer' } }
  }
  return isPending || error ? { kind: 'unknown' } : { kind: 'none' }
}

/** Whether the user has this role; false while unknown. */
export function useRoleAllows(needed: Role): boolean {
  const state = usePerson()
  return state.kind === 'known' && roles.indexOf(state.person.role) >= roles.indexOf(needed)
}
