'use client'
import { EmptyState, SkeletonRows } from '@frostline/ui'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHeader } from '../features/shell/components/page-header.tsx'
import { type Role, roles, usePerson } from './use-person.ts'

interface NeedsRoleProps {
  needed: Role
  /** Of the page: its head stands there before it is known who looks, and when they may not. */
  title: string
  /** What the page is for: "Managing users". */
  task: string
  children: ReactNode
}

/**
 * Shows a page that the API would refuse anyway as what it is: not for this role. The children are not drawn then, so
 * nothing is asked for.
 */
export function NeedsRole({ needed, title, task, children }: NeedsRoleProps) {
  const state = usePerson()
  if (state.kind !== 'known')
    return (
      <>
        <PageHeader title={title} />
        <SkeletonRows count={6} />
      </>
    )
  if (roles.indexOf(state.person.role) >= roles.indexOf(needed)) return children
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        className="py-20"
        icon={<ShieldAlert />}
        title={`Your role is ${state.person.role}; this needs ${needed}`}
      >
        {task} requires the role {needed}. Ask an admin to change your role or to do it for you.
      </EmptyState>
    </>
  )
}
