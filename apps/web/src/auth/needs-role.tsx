'use client'
import { EmptyState, SkeletonRows } from '@frostline/ui'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHeader } from '../features/shell/components/page-header.tsx'
import { type Role, usePerson, useRoleAllows } from './use-person.ts'

interface NeedsRoleProps {
  needed: Role
  /** Page title: shown before the user is known, and when their role is insufficient. */
  title: string
  /** What the page is for: "Managing users". */
  task: string
  children: ReactNode
}

/**
 * Shows that a page which the API would reject needs another role. The children are not rendered, so they send no
 * query.
 */
export function NeedsRole({ needed, title, task, children }: NeedsRoleProps) {
  const state = usePerson()
  const allowed = useRoleAllows(needed)
  if (state.kind !== 'known')
    return (
      <>
        <PageHeader title={title} />
        <SkeletonRows count={6} />
      </>
    )
  if (allowed) return children
  return (
    <>
      <PageHeader title={title} />
      <EmptyState className="py-20" icon={<ShieldAlert />} title={`This needs the role ${needed}`}>
        {task} requires the role {needed}. Ask an admin to change your role or to do it for you.
      </EmptyState>
    </>
  )
}
