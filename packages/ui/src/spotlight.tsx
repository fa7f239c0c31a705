'use client'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

export interface SpotlightProps {
  /** For screen readers only. */
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** The bare dialog near the top of the screen that holds a command palette. */
export function Spotlight({ title, open, onOpenChange, children }: SpotlightProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 min-h-dvh bg-black/25 transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/50" />
        <BaseDialog.Popup className="fixed top-[12vh] left-1/2 z-40 w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-xl bg-raised shadow-float outline-hidden transition-[opacity,scale] duration-100 data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0">
          <BaseDialog.Title className="sr-only">{title}</BaseDialog.Title>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
