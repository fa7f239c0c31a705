'use client'
import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { floatingSurface } from './floating.ts'
import { joinClasses } from './join-classes.ts'

export interface PopoverProps {
  trigger: ReactElement
  title?: string | undefined
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  openOnHover?: boolean | undefined
  className?: string | undefined
}

export function Popover({
  trigger,
  title,
  children,
  align = 'start',
  side = 'bottom',
  openOnHover = false,
  className,
}: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} openOnHover={openOnHover} />
      <BasePopover.Portal>
        <BasePopover.Positioner side={side} align={align} sideOffset={6} className="z-40">
          <BasePopover.Popup
            className={joinClasses(
              floatingSurface,
              'max-h-(--available-height) w-72 max-w-[calc(100vw-1.5rem)] overflow-auto p-3 text-sm',
              className,
            )}
          >
            {title ? <BasePopover.Title className="mb-2 font-medium">{title}</BasePopover.Title> : null}
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
