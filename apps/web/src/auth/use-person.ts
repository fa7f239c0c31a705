'use client'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { type SignedInPerson, sessionQuery } from './session.ts'

export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

interface Person {
  name: string
  email: string
  role: Role
}

/** `unknown` while the session is being read or could not be read; `none` when there is none. */
export type PersonState = { kind: 'unknown' } | { kind: 'none' } | { kind: 'known'; person: Person }

/** For whom the HTML of the document was made; undefined where it was made for anybody. */
export const HtmlPerson = createContext<SignedInPerson | undefined>(undefined)

/**
 * Who is signed in. Only for showing and hiding: the API decides what a role may do. A part of the page that hydrates after the
 * session was read again still begins with the person of its HTML.
 */
export function usePerson(): PersonState {
  const { data: read } = useQuery(sessionQuery)
  const htmlPerson = useContext(HtmlPerson)
  const data = useSyncExternalStore(
    subscribeToNothing,
    () => read,
    () => htmlPerson,
  )
  if (data === undefined) return { kind: 'unknown' }
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
