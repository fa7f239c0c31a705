'use client'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { floatingItem, floatingSurface } from './floating.ts'
import { controlClasses } from './input.tsx'
import { joinClasses } from './join-classes.ts'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** A second line in the list: why one would choose it. */
  description?: ReactNode
  disabled?: boolean | undefined
}

export interface SelectProps<Value extends string> {
  /** Accessible name; leave out inside a Field. */
  label?: string | undefined
  value: Value | null
  options: readonly SelectOption<Value>[]
  onValueChange: (value: Value) => void
  placeholder?: string | undefined
  size?: 'sm' | 'md' | undefined
  name?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

export function Select<Value extends string>({
  label,
  value,
  options,
  onValueChange,
  placeholder = 'Choose…',
  size = 'md',
  name,
  disabled = false,
  className,
}: SelectProps<Value>) {
  return (
    <BaseSelect.Root
      items={[...options]}
      value={value}
      disabled={disabled}
      {...(name ? { name } : {})}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={joinClasses(
          controlClasses,
          'flex select-none items-center justify-between gap-2 text-left text-sm',
          size === 'sm' ? 'h-7 px-2 text-xs' : 'h-8',
          className,
        )}
      >
        <BaseSelect.Value placeholder={placeholder} className="truncate data-placeholder:text-ink-3" />
        <BaseSelect.Icon render={<ChevronsUpDown className="size-3.5 shrink-0 text-ink-3" />} />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-hidden">
          <BaseSelect.Popup
            className={joinClasses(floatingSurface, 'min-w-(--anchor-width) max-w-[calc(100vw-1.5rem)] p-1')}
          >
            <BaseSelect.List
              aria-label={label ?? 'Options'}
              className="max-h-(--available-height) overflow-y-auto"
            >
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled ?? false}
                  className={joinClasses(floatingItem, 'pr-3')}
                >
                  <span className="flex size-4 shrink-0 items-center justify-center">
                    <BaseSelect.ItemIndicator render={<Check />} />
                  </span>
                  <span className="min-w-0">
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    {option.description ? (
                      <span className="block text-2xs text-ink-3">{option.description}</span>
                    ) : null}
                  </span>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
