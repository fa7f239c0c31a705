'use client'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { backdropClasses } from './floating.ts'
import { IconButton } from './icon-button.tsx'
import { joinClasses } from './join-classes.ts'
import type { OpenedProps } from './use-opening.ts'

export interface DrawerProps {
  title: string
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  side?: 'left' | 'right' | undefined
  trigger?: ReactElement | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** Hides the title bar visually: the title stays for screen readers. */
  bare?: boolean | undefined
  className?: string | undefined
}

/** Only for Drawer, once it opens. */
export default function DrawerPopup(props: OpenedProps<DrawerProps>) {
  const { title, description, children, footer, side = 'right', open, setOpen, opener, bare } = props
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClasses} />
        <BaseDialog.Popup
          finalFocus={() => opener.current ?? true}
          className={joinClasses(
            'fixed inset-y-0 z-40 flex w-full flex-col bg-raised shadow-float outline-hidden transition-transform duration-200 ease-out',
            side === 'right'
              ? 'right-0 max-w-2xl data-ending-style:translate-x-full data-starting-style:translate-x-full'
              : 'left-0 max-w-72 data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
            props.className,
          )}
        >
          <div className={joinClasses('flex items-start gap-3 border-b px-5 py-3', bare && 'sr-only')}>
            <div className="min-w-0 flex-1">
              <BaseDialog.Title className="font-semibold text-base">{title}</BaseDialog.Title>
              {description ? (
                <BaseDialog.Description className="text-ink-3 text-xs">{description}</BaseDialog.Description>
              ) : null}
            </div>
            <BaseDialog.Close render={<IconButton label="Close" icon={<X />} size="sm" />} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer ? <div className="border-t bg-sunken px-5 py-3">{footer}</div> : null}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
