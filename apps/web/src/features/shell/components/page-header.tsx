'use client'
import { joinClasses } from '@frostline/ui'
import type { ReactNode } from 'react'
import { usePageHydrated } from '../../../trpc/late-answers.tsx'
import { useNameCrumb } from '../crumb-names.ts'

export interface PageHeaderProps {
  title: ReactNode
  /** A space keeps the line until the text is known. */
  description?: ReactNode
  /** Below the title and the actions. For a description that is read later: the actions stay where they are. */
  descriptionBelow?: boolean
  /** Main action last. */
  actions?: ReactNode
  /** Of a page of one object: what the breadcrumbs call it. */
  crumb?: { id: string; name: string } | undefined
}

/** The head of every page: its h1, one sentence, its actions. */
export function PageHeader({
  title,
  description,
  descriptionBelow = false,
  actions,
  crumb,
}: PageHeaderProps) {
  useNameCrumb(crumb?.id, crumb?.name)
  usePageHydrated()
  return (
    <div
      className={joinClasses(
        'mb-5 flex flex-wrap justify-between gap-x-6',
        descriptionBelow ? 'items-center gap-y-1' : 'items-start gap-y-3',
      )}
    >
      <div className="min-w-0">
        <h1 className="break-words font-semibold text-xl tracking-tight">{title}</h1>
        {description && !descriptionBelow ? (
          <p className="mt-0.5 min-h-5 max-w-[72ch] text-ink-3 text-sm">{description}</p>
        ) : null}
      </div>
      {actions ? (
        <div
          className={joinClasses(
            'flex flex-wrap items-center gap-2',
            descriptionBelow && 'max-sm:order-last max-sm:mt-2',
          )}
        >
          {actions}
        </div>
      ) : null}
      {description && descriptionBelow ? (
        <p className="min-h-5 basis-full text-ink-3 text-sm">{description}</p>
      ) : null}
    </div>
  )
}
