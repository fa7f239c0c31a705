'use client'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { backdropClasses } from './floating.ts'
import { IconButton } from './icon-button.tsx'
import { joinClasses } from './join-classes.ts'
import type { OpenedProps } from './use-opening.ts'

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }

export interface DialogProps {
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons, main one last. */
  footer?: ReactNode
  trigger?: ReactElement | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** What has the focus at first. Left out: the first element that can have it. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

/** Only for Dialog, once it opens. */
export default function DialogPopup(props: OpenedProps<DialogProps>) {
  const { title, description, children, footer, open, setOpen, opener, size = 'md', initialFocus } = props
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClasses} />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto p-3 sm:items-center sm:p-6">
          <BaseDialog.Popup
            {...(initialFocus ? { initialFocus } : {})}
            finalFocus={() => opener.current ?? true}
            className={joinClasses(
              'flex max-h-full w-full flex-col rounded-xl bg-raised shadow-float outline-hidden transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0',
              widths[size],
            )}
          >
            <div className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="font-semibold text-lg">{title}</BaseDialog.Title>
                {description ? (
                  <BaseDialog.Description className="mt-0.5 text-ink-2 text-sm">
                    {description}
                  </BaseDialog.Description>
                ) : null}
              </div>
              <BaseDialog.Close
                render={<IconButton label="Close" icon={<X />} size="sm" className="-mr-1" />}
              />
            </div>
            {children ? <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div> : null}
            {footer ? (
              <div className="flex flex-wrap justify-end gap-2 rounded-b-xl border-t bg-sunken px-5 py-3">
                {footer}
              </div>
            ) : null}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
