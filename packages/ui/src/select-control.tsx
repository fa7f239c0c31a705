'use client'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useFieldLabel, useFieldProps } from './field-context.ts'
import { floatingItem, floatingSurface } from './floating.ts'
import { joinClasses } from './join-classes.ts'
import { selectClasses } from './select-classes.ts'
import { type OpenedBy, usePressAgain } from './use-first-opening.ts'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** A second line in the list: why one would choose it. */
  description?: ReactNode
  disabled?: boolean | undefined
}

export interface SelectProps<Value extends string> {
  /** Accessible name. Leave it out inside a Field. */
  label?: string | undefined
  value: Value | null
  options: readonly SelectOption<Value>[]
  onValueChange: (value: Value) => void
  placeholder?: string | undefined
  size?: 'sm' | 'md' | undefined
  disabled?: boolean | undefined
  /** What opened it before its code had arrived. Left out: it is closed at first. */
  openedBy?: OpenedBy | undefined
  className?: string | undefined
}

/** The complete list. Only for Select, which loads it when it is first opened. */
export function SelectControl<Value extends string>({
  label,
  value,
  options,
  onValueChange,
  placeholder = 'Choose…',
  size = 'md',
  disabled = false,
  openedBy,
  className,
}: SelectProps<Value>) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  usePressAgain(triggerRef, openedBy)
  const fieldProps = useFieldProps()
  const fieldLabel = useFieldLabel()
  return (
    <BaseSelect.Root
      items={[...options]}
      value={value}
      disabled={disabled}
      defaultOpen={openedBy === 'pointer'}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
    >
      <BaseSelect.Trigger
        ref={triggerRef}
        {...fieldProps}
        {...(label ? { 'aria-label': label } : fieldLabel)}
        className={selectClasses(size, className)}
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
