'use client'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { FieldContext } from './field-context.ts'
import { joinClasses } from './join-classes.ts'

export interface FieldProps {
  label: string
  /** One control: Input, Textarea or Select. It is tied to label, hint and error by id. */
  children: ReactNode
  hint?: ReactNode
  /** What is wrong and what to enter instead; marks the control invalid. */
  error?: ReactNode
  optional?: boolean | undefined
  name?: string | undefined
  className?: string | undefined
}

export function Field({ label, children, hint, error, optional, name, className }: FieldProps) {
  const id = useId()
  const [labelId, errorId, hintId] = [`${id}-label`, `${id}-error`, `${id}-hint`]
  const described = [error ? errorId : null, hint ? hintId : null].filter((each) => each !== null)
  const describedBy = described.length > 0 ? described.join(' ') : undefined
  return (
    <div className={joinClasses('flex min-w-0 flex-col gap-1.5', className)}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the control itself */}
      <label
        id={labelId}
        htmlFor={id}
        onClick={focusList}
        className="flex items-baseline gap-2 font-medium text-ink text-xs"
      >
        {label}
        {optional ? <span className="font-normal text-ink-3">optional</span> : null}
      </label>
      <FieldContext value={{ id, labelId, describedBy, invalid: Boolean(error), name }}>
        {children}
      </FieldContext>
      {error ? (
        <div id={errorId} className="text-danger-ink text-xs">
          {error}
        </div>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-ink-3 text-xs">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** The label of a list focuses it. Otherwise the browser would click it, which opens it. */
function focusList(event: MouseEvent<HTMLLabelElement>): void {
  const { control } = event.currentTarget
  if (!(control instanceof HTMLButtonElement)) return
  event.preventDefault()
  control.focus()
}
