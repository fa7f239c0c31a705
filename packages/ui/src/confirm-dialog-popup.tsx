'use client'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { backdropClasses } from './floating.ts'
import { Input } from './input.tsx'
import type { OpenedProps } from './use-opening.ts'

export interface ConfirmDialogProps {
  /** A question that names the object: "Cancel tier migration of taxi.trips?" */
  title: string
  /** What will happen, and whether it can be undone. */
  description: ReactNode
  /** The verb of the action, never "OK". */
  confirmLabel: string
  cancelLabel?: string | undefined
  danger?: boolean | undefined
  /** The action's input is incomplete. */
  confirmDisabled?: boolean | undefined
  /** The person must type this before the action is enabled. */
  typeToConfirm?: string | undefined
  onConfirm: () => void | Promise<void>
  trigger?: ReactElement | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  children?: ReactNode
}

/** Only for ConfirmDialog, once it opens. */
export default function ConfirmDialogPopup(props: OpenedProps<ConfirmDialogProps>) {
  const { title, description, confirmLabel, cancelLabel = 'Cancel', danger, typeToConfirm } = props
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const setOpen = (next: boolean) => {
    setTyped('')
    props.setOpen(next)
  }
  const confirm = async () => {
    setBusy(true)
    try {
      await props.onConfirm()
      setOpen(false)
    } catch {
      // The caller shows the error (toast or page); the dialog stays so that the person can try again.
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => setOpen(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClasses} />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto p-3 sm:items-center sm:p-6">
          <AlertDialog.Popup
            finalFocus={() => props.opener.current ?? true}
            className="w-full max-w-md rounded-xl bg-raised shadow-float outline-hidden transition-[opacity,translate] duration-150 data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <div className="flex flex-col gap-3 px-5 pt-4 pb-5">
              <AlertDialog.Title className="font-semibold text-lg">{title}</AlertDialog.Title>
              <AlertDialog.Description className="text-ink-2 text-sm" render={<div />}>
                {description}
              </AlertDialog.Description>
              {props.children}
              {typeToConfirm ? (
                <Field label={`Type ${typeToConfirm} to confirm`}>
                  <Input value={typed} onValueChange={setTyped} mono autoComplete="off" spellCheck={false} />
                </Field>
              ) : null}
            </div>
            <footer className="flex flex-wrap justify-end gap-2 rounded-b-xl border-t bg-sunken px-5 py-3">
              <AlertDialog.Close render={<Button>{cancelLabel}</Button>} />
              <Button
                variant={danger ? 'danger' : 'primary'}
                busy={busy}
                disabled={props.confirmDisabled || (typeToConfirm !== undefined && typed !== typeToConfirm)}
                onClick={confirm}
              >
                {confirmLabel}
              </Button>
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
