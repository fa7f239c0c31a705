'use client'
import type { ComponentProps, ReactNode } from 'react'
import { disabledProps } from './disabled-props.ts'
import { joinClasses } from './join-classes.ts'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name, shown as tooltip too. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md' | undefined
  busy?: boolean | undefined
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, size = 'md', busy = false, disabled = false, className, ...rest } = props
  return (
    <Tooltip content={label}>
      <button
        type="button"
        {...rest}
        {...disabledProps(disabled, false, rest.onClick)}
        aria-label={label}
        aria-busy={busy || undefined}
        className={joinClasses(
          'relative inline-flex shrink-0 items-center justify-center rounded-md text-ink-3 transition-colors duration-100 after:absolute after:-inset-1 after:content-[""] hover:not-data-disabled:bg-hover hover:not-data-disabled:text-ink active:not-data-disabled:bg-pressed data-popup-open:bg-hover data-popup-open:text-ink data-disabled:opacity-50',
          size === 'sm' ? 'size-6 [&_svg]:size-3.5' : 'size-8 [&_svg]:size-4',
          busy && '[&_svg]:animate-spin',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
