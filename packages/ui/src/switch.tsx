'use client'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
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
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside renders its own hidden input
    <label className={joinClasses('inline-flex select-none items-center gap-2 text-sm', className)}>
      <BaseSwitch.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next)}
        className="flex h-4.5 w-8 shrink-0 rounded-full bg-control p-0.5 transition-colors duration-150 data-checked:bg-accent data-disabled:opacity-50"
      >
        <BaseSwitch.Thumb className="size-3.5 rounded-full bg-white shadow-sm transition-transform duration-150 data-checked:translate-x-3.5" />
      </BaseSwitch.Root>
      {children}
    </label>
  )
}
