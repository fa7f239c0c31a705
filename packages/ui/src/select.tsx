'use client'
import { ChevronsUpDown } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFieldLabel, useFieldProps } from './field-context.ts'
import { selectClasses } from './select-classes.ts'
import type { SelectProps as ControlProps } from './select-control.tsx'
import { useFirstOpening } from './use-first-opening.ts'

export type SelectProps<Value extends string> = Omit<ControlProps<Value>, 'openedBy'>

/** A list to choose from. Its code is loaded when it is first opened. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { opened, open, handlers } = useFirstOpening(() => import('./select-control.tsx'))
  const fieldProps = useFieldProps()
  const fieldLabel = useFieldLabel()
  const { label, value, options, placeholder = 'Choose…', size = 'md', disabled = false, className } = props
  if (opened) {
    const { SelectControl } = opened.code
    return <SelectControl {...props} openedBy={opened.by} />
  }
  const chosen = options.find((option) => option.value === value)
  const onKeyDown = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && event.key !== ' '
    // The list opens, and the next letters choose in it.
    if (isLetter && !event.ctrlKey && !event.metaKey && !event.altKey) open({ key: 'ArrowDown' })
    else handlers.onKeyDown(event)
  }
  return (
    <button
      {...fieldProps}
      {...(label ? { 'aria-label': label } : fieldLabel)}
      {...handlers}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      disabled={disabled}
      data-disabled={disabled ? '' : undefined}
      className={selectClasses(size, className)}
      onKeyDown={onKeyDown}
    >
      <span data-placeholder={chosen ? undefined : ''} className="truncate data-placeholder:text-ink-3">
        {chosen?.label ?? placeholder}
      </span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
    </button>
  )
}
