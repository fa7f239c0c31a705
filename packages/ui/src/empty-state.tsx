import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

export interface EmptyStateProps {
  icon?: ReactNode
  /** An EmptyPicture, on pages whose list is empty until somebody begins; instead of an icon. */
  picture?: ReactNode
  title: string
  /** Why it is empty and what would fill it. */
  children?: ReactNode
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({ icon, picture, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={joinClasses(
        'flex flex-col items-center justify-center gap-1 px-6 py-8 text-center',
        className,
      )}
    >
      {picture}
      {icon && !picture ? (
        <span
          aria-hidden
          className="mb-2 flex size-9 items-center justify-center rounded-lg border bg-sunken text-ink-3 [&_svg]:size-4.5"
        >
          {icon}
        </span>
      ) : null}
      <p className="font-medium text-ink">{title}</p>
      {children ? <div className="max-w-[52ch] text-balance text-ink-3 text-xs">{children}</div> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  )
}
