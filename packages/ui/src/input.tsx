'use client'
import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes.ts'
import { useFieldProps } from './field-context.ts'
import { joinClasses } from './join-classes.ts'

export interface InputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
  mono?: boolean | undefined
}

/** Uncontrolled inside a form, or controlled with value and onValueChange. */
export function Input({ value, onValueChange, mono = false, className, ...rest }: InputProps) {
  return (
    <input
      {...useFieldProps()}
      {...rest}
      {...(value === undefined ? {} : { value })}
      data-disabled={rest.disabled ? '' : undefined}
      onChange={(event) => onValueChange?.(event.currentTarget.value)}
      className={joinClasses(controlClasses, 'h-8', mono && 'font-mono', className)}
    />
  )
}

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
  mono?: boolean | undefined
}

export function Textarea({
  value,
  onValueChange,
  mono = false,
  className,
  rows = 4,
  ...rest
}: TextareaProps) {
  return (
    <textarea
      {...useFieldProps()}
      {...rest}
      {...(value === undefined ? {} : { value })}
      rows={rows}
      data-disabled={rest.disabled ? '' : undefined}
      onChange={(event) => onValueChange?.(event.currentTarget.value)}
      className={joinClasses(controlClasses, 'resize-y py-1.5 leading-5', mono && 'font-mono', className)}
    />
  )
}
