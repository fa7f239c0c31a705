'use client'
import type { ReactNode } from 'react'
import { type Role, roles, usePerson } from './use-person.ts'

/** The button that begins something, for who may; for others a word of who may. Nothing while it is not known. */
export function Begin({
  needed,
  what,
  children,
}: {
  needed: Exclude<Role, 'viewer'>
  /** Completes "Operators can …". */
  what: string
  children: ReactNode
}) {
  const state = usePerson()
  if (state.kind !== 'known') return null
  if (roles.indexOf(state.person.role) >= roles.indexOf(needed)) return children
  return (
    <p className="text-ink-3 text-xs">
      {needed === 'admin' ? `Admins can ${what}.` : `Operators and admins can ${what}.`}
    </p>
  )
}
