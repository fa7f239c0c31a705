'use client'
import type { ReactNode } from 'react'
import { useNameCrumb } from '../crumb-names.ts'

export interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Main action last. */
  actions?: ReactNode
  /** Of a page of one object: what the breadcrumbs call it. */
  crumb?: { id: string; name: string } | undefined
}

/** The head of every page: its h1, one sentence, its actions. */
export function PageHeader({ title, description, actions, crumb }: PageHeaderProps) {
  useNameCrumb(crumb?.id, crumb?.name)
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="break-words font-semibold text-xl tracking-tight">{title}</h1>
        {description ? <p className="mt-0.5 max-w-[72ch] text-ink-3 text-sm">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  )
}
