'use client'
import { type Access, type AccountRole, accountRoles, type Role, roleAllows, roleOn } from '@frostline/domain'
import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { roleOnPage, withCustomRoles } from './page-access.ts'
import { type ShownGrant, type SignedInPerson, sessionQuery, toAccess } from './session.ts'

export { type AccountRole, accountRoles, type Role, roles } from '@frostline/domain'

interface Person {
  name: string
  email: string
  /** On everything. A member has none there. */
  role: AccountRole
  /** All that they may do, as shown. */
  grants: readonly ShownGrant[]
  /** The same. Clusters are slugs. */
  access: Access
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
  return useMemo(() => {
    if (data === undefined) return { kind: 'unknown' }
    if (data === null) return { kind: 'none' }
    const { name, email, grants } = data
    const role = accountRoles.find((each) => each === data.role) ?? 'member'
    return { kind: 'known', person: { name, email, role, grants, access: toAccess(grants) } }
  }, [data])
}

const subscribeToNothing = () => () => undefined

/**
 * Whether the user has this role on what the page is about or, if said, on everything: settings of the installation stand on other
 * pages too. False while unknown.
 */
export function useRoleAllows(needed: Role, on: 'page' | 'everything' = 'page'): boolean {
  const state = usePerson()
  const pathname = usePathname()
  if (state.kind !== 'known') return false
  const access = withCustomRoles(state.person.access, pathname)
  const held = on === 'page' ? roleOnPage(access, pathname) : roleOn(access, { kind: 'everything' })
  return held !== undefined && roleAllows(held, needed)
}

/** Whether the shell may ask for anything: an account without a role and a grant may read nothing. True while unknown. */
export function useHasAccess(): boolean {
  const state = usePerson()
  return state.kind !== 'known' || state.person.access.length > 0
}

/** All that the user may do; nothing while unknown. */
export function useAccess(): Access {
  const state = usePerson()
  return state.kind === 'known' ? state.person.access : noAccess
}

const noAccess: Access = []
