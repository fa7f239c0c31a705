'use client'
import { Button, buttonClasses, Dialog, type DialogProps, ErrorState, joinClasses } from '@frostline/ui'
import type { Route } from 'next'
import Link from 'next/link'
import { type FormEvent, type ReactElement, type ReactNode, useId, useState } from 'react'
import type { z } from 'zod'
import { reportError } from '@/trpc/report-error.ts'
import { type Form, useForm } from './use-form.ts'

/** Focuses the first control of a form that is marked invalid, once the marks are rendered. */
export function focusFirstFault(within: Element): void {
  const form = within.closest('form')
  requestAnimationFrame(() => {
    const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    control?.focus({ preventScroll: true })
    // In the middle: at the edge the top bar would cover it.
    control?.scrollIntoView({ block: 'center' })
  })
}

interface FormFrameProps<Value> {
  form: { value: Value | null; showFaults: () => void }
  /** Accessible name. */
  label?: string
  id?: string
  /** The caller shows a rejection. */
  onSubmit: (value: Value) => unknown
  className?: string
  children: ReactNode
}

/** Submits the form's value; otherwise shows its faults and focuses the first one. */
export function FormFrame<Value>({ form, label, id, onSubmit, className, children }: FormFrameProps<Value>) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // In React a dialog is a child of the form that opens it.
    event.stopPropagation()
    form.showFaults()
    focusFirstFault(event.currentTarget)
    if (form.value !== null) void Promise.resolve(onSubmit(form.value)).catch(() => undefined)
  }
  return (
    <form
      method="post"
      noValidate
      id={id}
      aria-label={label}
      onSubmit={submit}
      className={joinClasses('flex min-w-0 flex-col gap-4', className)}
    >
      {children}
    </form>
  )
}

/** Why the API rejected it. In a long dialog it may be below what is visible. */
function FormError({ error, task }: { error: unknown; task: string }) {
  return (
    <div ref={reveal}>
      <ErrorState error={reportError(error, task)} className="rounded-md bg-danger-soft" />
    </div>
  )
}

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

interface FormEndProps {
  submit: string
  busy: boolean
  /** Where Cancel goes, or what it does. */
  cancel: Route | (() => void)
  /** Why it was not saved. */
  error?: unknown
  /** Completes "Could not …". */
  task: string
}

/** The end of each form: error, Cancel and Submit. */
export function FormEnd({ submit, busy, cancel, error, task }: FormEndProps) {
  return (
    <>
      {error ? <FormError error={error} task={task} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {typeof cancel === 'string' ? (
          <Link href={cancel} className={buttonClasses('ghost')}>
            Cancel
          </Link>
        ) : (
          <Button onClick={cancel}>Cancel</Button>
        )}
        <Button type="submit" variant="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </>
  )
}

interface FormDialogProps<Schema extends z.ZodType<unknown, object>>
  extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  trigger: ReactElement
  schema: Schema
  /** The initial draft of each opening. */
  initial: () => z.input<Schema>
  shownLate?: readonly (keyof z.input<Schema> & string)[]
  submit: string
  disabled?: boolean
  /** Completes "Could not …". Without it the caller shows a rejection. Either way the dialog stays open. */
  task?: string
  save: (value: z.output<Schema>, draft: z.input<Schema>) => Promise<unknown>
  children: (form: Form<Schema>) => ReactNode
}

/** A form in a dialog: unsaved input is discarded. */
export function FormDialog<Schema extends z.ZodType<unknown, object>>(props: FormDialogProps<Schema>) {
  const { title, description, size, trigger, schema, initial, shownLate, submit, disabled, task } = props
  const form = useForm(schema, initial, shownLate ? { shownLate } : {})
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const id = useId()
  const show = (next: boolean) => {
    if (next) form.reset()
    setError(null)
    setOpen(next)
  }
  const save = async (value: z.output<Schema>) => {
    setBusy(true)
    setError(null)
    await props
      .save(value, form.draft)
      .then(() => setOpen(false), setError)
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      {...{ title, description, size, open, trigger }}
      onOpenChange={show}
      footer={
        <>
          <Button onClick={() => show(false)}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy} disabled={disabled ?? false}>
            {submit}
          </Button>
        </>
      }
    >
      <FormFrame id={id} form={form} onSubmit={save} className="gap-5">
        {props.children(form)}
        {error && task ? <FormError error={error} task={task} /> : null}
      </FormFrame>
    </Dialog>
  )
}
