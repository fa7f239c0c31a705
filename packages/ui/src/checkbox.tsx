'use client'
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
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
  const {
    checked,
    onCheckedChange,
    indeterminate = false,
    disabled = false,
    label,
    children,
    className,
  } = props
  const box = (
    <BaseCheckbox.Root
      checked={checked}
      indeterminate={indeterminate}
      disabled={disabled}
      aria-label={label}
      onCheckedChange={(next, details) => onCheckedChange(next, details.event)}
      className={joinClasses(
        'relative flex size-4 shrink-0 items-center justify-center rounded-sm border border-control bg-surface transition-colors duration-75 after:absolute after:-inset-1.5 after:content-[""] hover:border-ink-3 data-checked:border-accent data-indeterminate:border-accent data-checked:bg-accent data-indeterminate:bg-accent data-disabled:opacity-50',
        !children && className,
      )}
    >
      <BaseCheckbox.Indicator className="text-on-ink [&_svg]:size-3 [&_svg]:stroke-3">
        {indeterminate ? <Minus /> : <Check />}
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
  if (!children) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside renders its own hidden input
    <label className={joinClasses('inline-flex select-none items-center gap-2 text-ink text-sm', className)}>
      {box}
      {children}
    </label>
  )
}
