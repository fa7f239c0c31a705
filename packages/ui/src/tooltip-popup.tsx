'use client'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

export interface TooltipPopupProps {
  anchor: Element
  content: ReactNode
  /** By Escape, which closes nothing else then. */
  onClose: () => void
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** Only for Tooltip. */
export default function TooltipPopup({ anchor, content, onClose, side = 'top' }: TooltipPopupProps) {
  return (
    <BaseTooltip.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner
          anchor={anchor}
          side={side}
          sideOffset={6}
          className="pointer-events-none z-50"
        >
          {/* Nothing refers to it, and it lies outside of all landmarks. */}
          <BaseTooltip.Popup
            aria-hidden
            className="max-w-80 rounded-md bg-ink px-2 py-1 text-2xs text-on-ink shadow-float transition-opacity duration-100 data-starting-style:opacity-0"
          >
            {content}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
