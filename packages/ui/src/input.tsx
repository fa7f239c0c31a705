'use client'
import { Field as BaseField } from '@base-ui/react/field'
import { Search } from 'lucide-react'
import type { ComponentProps, Ref } from 'react'
import { controlClasses } from './control-classes.ts'
import { joinClasses } from './join-classes.ts'

export interface InputProps
  extends Omit<ComponentProps<'input'>, 'className' | 'ref' | 'value' | 'onChange'> {
  value?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
  mono?: boolean | undefined
  className?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

/** Uncontrolled inside a form, or controlled with value and onValueChange. */
export function Input({ value, onValueChange, mono = false, className, ref, ...rest }: InputProps) {
  return (
    <BaseField.Control
      {...(rest as Omit<typeof rest, 'defaultValue'>)}
      {...(ref ? { ref } : {})}
      {...(value === undefined ? {} : { value })}
      {...(onValueChange ? { onValueChange } : {})}
      className={joinClasses(controlClasses, 'h-8', mono && 'font-mono', className)}
    />
  )
}

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'value' | 'onChange'> {
  value?: string | undefined
  onValueChange?: ((value: string) => void) | undefined
  mono?: boolean | undefined
  className?: string | undefined
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
    <BaseField.Control
      {...(value === undefined ? {} : { value })}
      {...(onValueChange ? { onValueChange } : {})}
      render={<textarea {...rest} rows={rows} />}
      className={joinClasses(controlClasses, 'resize-y py-1.5 leading-5', mono && 'font-mono', className)}
    />
  )
}

export interface SearchInputProps extends Omit<InputProps, 'type'> {
  label: string
}

export function SearchInput({ label, className, ...rest }: SearchInputProps) {
  return (
    <div className={joinClasses('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" />
      <Input
        {...rest}
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        className="pl-8"
      />
    </div>
  )
}
