'use client'
import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import { Tooltip } from './tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'className' | 'children'> {
  /** Accessible name, shown as tooltip too. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md' | undefined
  busy?: boolean | undefined
  className?: string | undefined
}

export function IconButton({ label, icon, size = 'md', busy = false, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <BaseButton
        {...rest}
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
      </BaseButton>
    </Tooltip>
  )
}
