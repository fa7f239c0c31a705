'use client'
import { Toast as BaseToast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ErrorLinks } from './error-links.tsx'
import { deliverToasts, type ToastMessage, type ToastTone } from './toast-queue.ts'

const manager = BaseToast.createToastManager<{ links?: ToastMessage['links'] }>()

function add({ title, description, links, tone = 'info', action }: ToastMessage): void {
  manager.add({
    title,
    ...(description ? { description } : {}),
    data: { links },
    type: tone,
    timeout: tone === 'error' ? 0 : 6000,
    // 'high' hides the message and its buttons from assistive technology until it has the focus.
    priority: 'low',
    ...(action ? { actionProps: { children: action.label, onClick: action.onClick } } : {}),
  })
}

/** Only for ToastProvider, once there is a message. */
export default function ToastViewport() {
  useEffect(() => deliverToasts(add), [])
  return (
    <BaseToast.Provider toastManager={manager} limit={4}>
      <BaseToast.Portal>
        <BaseToast.Viewport className="fixed right-3 bottom-3 z-60 flex w-[calc(100vw-1.5rem)] flex-col-reverse gap-2 sm:right-5 sm:bottom-5 sm:w-90">
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

const icons: Record<ToastTone, ReactNode> = {
  info: <Info aria-hidden className="text-accent" />,
  success: <CircleCheck aria-hidden className="text-ok" />,
  warning: <TriangleAlert aria-hidden className="text-warn" />,
  error: <CircleAlert aria-hidden className="text-danger" />,
}

function ToastList() {
  const { toasts } = BaseToast.useToastManager()
  return toasts.map((toast) => (
    <BaseToast.Root
      key={toast.id}
      toast={toast}
      className="rounded-lg bg-raised shadow-float transition-[opacity,translate] duration-200 data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <BaseToast.Content className="flex items-start gap-2.5 p-3">
        <span className="mt-0.5 [&_svg]:size-4">
          {icons[(toast.type as ToastTone | undefined) ?? 'info']}
        </span>
        <div className="min-w-0 flex-1 text-sm">
          <BaseToast.Title className="font-medium" />
          <BaseToast.Description className="break-words text-ink-2 text-xs" />
          <ErrorLinks links={(toast.data as Pick<ToastMessage, 'links'> | undefined)?.links} />
          <BaseToast.Action className="mt-1.5 font-medium text-accent-ink text-xs underline underline-offset-2" />
        </div>
        <BaseToast.Close
          aria-label="Dismiss"
          className="-m-1 rounded-sm p-1 text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </BaseToast.Close>
      </BaseToast.Content>
    </BaseToast.Root>
  ))
}
