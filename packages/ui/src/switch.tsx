'use client'
import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

export interface SwitchProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
  disabled?: boolean | undefined
  className?: string | undefined
}

/** Takes effect at once; use a Checkbox in forms. */
export function Switch({ checked, onCheckedChange, children, disabled = false, className }: SwitchProps) {
  return (
    <label className={joinClasses('inline-flex select-none items-center gap-2 text-sm', className)}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
        className='flex h-4.5 w-8 shrink-0 appearance-none rounded-full bg-control p-0.5 transition-colors duration-150 before:size-3.5 before:rounded-full before:bg-white before:shadow-sm before:transition-transform before:duration-150 before:content-[""] checked:bg-accent checked:before:translate-x-3.5 disabled:opacity-50'
      />
      {children}
    </label>
  )
}
