'use client'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

export interface CheckboxProps {
  checked: boolean
  /** The event has the Shift state, for ranges. */
  onCheckedChange: (checked: boolean, event: Event) => void
  indeterminate?: boolean | undefined
  disabled?: boolean | undefined
  /** Accessible name when there is no visible text. */
  label?: string | undefined
  children?: ReactNode
  className?: string | undefined
}

export function Checkbox(props: CheckboxProps) {
  const { checked, onCheckedChange, indeterminate = false, disabled = false } = props
  const { label, children, className } = props
  const Mark = indeterminate ? Minus : Check
  const box = (
    <span className={joinClasses('relative inline-flex size-4 shrink-0', !children && className)}>
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = indeterminate
        }}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => onCheckedChange(event.currentTarget.checked, event.nativeEvent)}
        className='peer size-4 appearance-none rounded-sm border border-control bg-surface transition-colors duration-75 after:absolute after:-inset-1.5 after:content-[""] checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent not-checked:not-indeterminate:hover:border-ink-3 disabled:opacity-50'
      />
      <Mark
        aria-hidden
        className="pointer-events-none invisible absolute inset-0.5 size-3 stroke-3 text-on-ink peer-checked:visible peer-indeterminate:visible"
      />
    </span>
  )
  if (!children) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={joinClasses('inline-flex select-none items-center gap-2 text-ink text-sm', className)}>
      {box}
      {children}
    </label>
  )
}
