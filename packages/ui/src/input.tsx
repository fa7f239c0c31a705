'use client'
import { Field as BaseField } from '@base-ui/react/field'
import { Search } from 'lucide-react'
import { type ComponentProps, type Ref, useState } from 'react'
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

export interface SearchInputProps extends Omit<InputProps, 'type' | 'value' | 'onValueChange' | 'onBlur'> {
  label: string
  value: string
  onValueChange: (value: string) => void
}

/**
 * Shows typed text at once. A value in the address arrives only with the next transition: a field that waited for it would lose
 * letters typed meanwhile.
 */
export function SearchInput({ label, className, value, onValueChange, ...rest }: SearchInputProps) {
  const [pending, setPending] = useState<string | null>(null)
  if (pending === value) setPending(null)
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
        value={pending ?? value}
        onValueChange={(next) => {
          setPending(next)
          onValueChange(next)
        }}
        onBlur={() => setPending(null)}
      />
    </div>
  )
}
