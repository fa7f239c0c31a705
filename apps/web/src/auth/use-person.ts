'use client'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sessionQuery } from './session.ts'

export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

interface Person {
  name: string
  email: string
  role: Role
}

/** `unknown` while the session is being read or could not be read; `none` when there is none. */
export type PersonState = { kind: 'unknown' } | { kind: 'none' } | { kind: 'known'; person: Person }

/**
 * Who is signed in. Only for showing and hiding: the API decides what a role may do. A part of the page that hydrates after the
 * session was read still begins with `unknown`, as its HTML does.
 */
export function usePerson(): PersonState {
  const { data } = useQuery(sessionQuery)
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  if (data === undefined || !isHydrated) return { kind: 'unknown' }
  if (data === null) return { kind: 'none' }
  return { kind: 'known', person: { ...data, role: roles.find((each) => each === data.role) ?? 'viewer' } }
}

const subscribeToNothing = () => () => undefined

/** A role includes those before it. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/** Whether the user has this role; false while unknown. */
export function useRoleAllows(needed: Role): boolean {
  const state = usePerson()
  return state.kind === 'known' && includesRole(state.person.role, needed)
}
