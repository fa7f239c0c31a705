'use client'
import type { ReactNode } from 'react'
import { type Role, usePerson, useRoleAllows } from './use-person.ts'

/** Shows an action to people whose role allows it. Others read which role is required. Empty until the role is known. */
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
  const allowed = useRoleAllows(needed)
  if (state.kind !== 'known') return null
  if (allowed) return children
  return (
    <p className="text-ink-3 text-xs">
      {needed === 'admin' ? `Admins can ${what}.` : `Operators and admins can ${what}.`}
    </p>
  )
}
