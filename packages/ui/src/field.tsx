'use client'
import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

export interface FieldProps {
  label: string
  /** One control: Input, Textarea, Select, Checkbox, Switch. It is tied to label, hint and error by id. */
  children: ReactNode
  hint?: ReactNode
  /** What is wrong and what to enter instead; marks the control invalid. */
  error?: ReactNode
  optional?: boolean | undefined
  name?: string | undefined
  className?: string | undefined
}

export function Field({ label, children, hint, error, optional, name, className }: FieldProps) {
  return (
    <BaseField.Root
      invalid={Boolean(error)}
      {...(name ? { name } : {})}
      className={joinClasses('flex min-w-0 flex-col gap-1.5', className)}
    >
      <BaseField.Label className="flex items-baseline gap-2 font-medium text-ink text-xs">
        {label}
        {optional ? <span className="font-normal text-ink-3">optional</span> : null}
      </BaseField.Label>
      {children}
      {error ? (
        <BaseField.Error match className="text-danger-ink text-xs">
          {error}
        </BaseField.Error>
      ) : null}
      {hint ? <BaseField.Description className="text-ink-3 text-xs">{hint}</BaseField.Description> : null}
    </BaseField.Root>
  )
}
