'use client'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

export interface TooltipProps {
  content: ReactNode
  /** One element that takes a ref and props; it must be focusable to show its tooltip on focus. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** Supplementary text for the eye only: what a person must know stands in the page or in the name of the element. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} className="z-50">
          {/* Nothing refers to it, and it lies outside of all landmarks. */}
          <BaseTooltip.Popup
            aria-hidden
            className="max-w-80 rounded-md bg-ink px-2 py-1 text-2xs text-on-ink shadow-float transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {content}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}

/** Once around the application: a second tooltip opens without delay after the first. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <BaseTooltip.Provider delay={350}>{children}</BaseTooltip.Provider>
}
