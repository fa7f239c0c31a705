'use client'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group'
import { type ReactNode, useId } from 'react'
import { joinClasses } from './join-classes.ts'

interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  description?: ReactNode
  disabled?: boolean | undefined
}

export interface RadioGroupProps<Value extends string> {
  /** Visible name of the group. */
  label: string
  value: Value | null
  options: readonly RadioOption<Value>[]
  onValueChange: (value: Value) => void
  className?: string | undefined
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, value, options, onValueChange, className } = props
  const labelId = useId()
  return (
    <div className={joinClasses('flex flex-col gap-2', className)}>
      <span id={labelId} className="font-medium text-xs">
        {label}
      </span>
      <BaseRadioGroup
        aria-labelledby={labelId}
        value={value}
        onValueChange={(next) => {
          if (next !== null) onValueChange(next)
        }}
        className="flex flex-col gap-2"
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside renders its own hidden input
          <label key={option.value} className="flex select-none items-start gap-2 text-sm">
            <Radio.Root
              value={option.value}
              disabled={option.disabled ?? false}
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-control bg-surface hover:border-ink-3 data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
            >
              <Radio.Indicator className="size-1.5 rounded-full bg-on-ink" />
            </Radio.Root>
            <span className="min-w-0">
              {option.label}
              {option.description ? (
                <span className="block text-ink-3 text-xs">{option.description}</span>
              ) : null}
            </span>
          </label>
        ))}
      </BaseRadioGroup>
    </div>
  )
}
