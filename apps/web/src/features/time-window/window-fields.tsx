'use client'
import { Button, Checkbox, FieldFault, IconButton, TextField } from '@frostline/ui'
import { Plus, Trash2 } from 'lucide-react'
import { type Fields, nested } from '@/form/use-form.ts'
import { dayNames, weekdays } from './describe-window.ts'
import type { DraftSpan } from './draft-span.ts'

interface WindowFieldsProps {
  form: Fields<{ spans: DraftSpan[] }>
  legend?: string
  /** Below the legend. Left out: no hours mean that moves run at any time. */
  hint?: string
}

/** Hours on days of the week. */
export function WindowFields({ form, legend = 'Window', hint }: WindowFieldsProps) {
  const { value: spans, onValueChange: onChange } = form.field('spans')
  const add = () => {
    const key = Math.max(-1, ...spans.map((span) => span.key)) + 1
    onChange([...spans, { key, days: [...weekdays], from: '22:00', to: '06:00' }])
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium text-xs">
        {legend} {hint === undefined ? <span className="font-normal text-ink-3">optional</span> : null}
      </legend>
      <p className="text-ink-3 text-xs">
        {hint ??
          (spans.length === 0
            ? 'Any time. Add hours to restrict moves.'
            : 'Moves run only within these hours. Unfinished work continues in the next window.')}
      </p>
      {spans.map((span, index) => (
        <SpanFields
          key={span.key}
          number={index + 1}
          form={nested(nested(form, 'spans'), index)}
          onRemove={() => onChange(spans.filter((each) => each.key !== span.key))}
        />
      ))}
      <Button size="sm" className="self-start" icon={<Plus aria-hidden />} onClick={add}>
        Add hours
      </Button>
      <FieldFault>{form.faults.spans}</FieldFault>
    </fieldset>
  )
}

interface SpanFieldsProps {
  form: Fields<DraftSpan>
  number: number
  onRemove: () => void
}

function SpanFields({ form, number, onRemove }: SpanFieldsProps) {
  const { days, from, to } = form.draft
  return (
    <fieldset
      aria-label={`Hours ${number}`}
      className="flex flex-wrap items-start gap-3 rounded-md border p-3"
    >
      <div className="flex min-w-full flex-col gap-1">
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              checked={days.includes(day)}
              onCheckedChange={(on) =>
                form.change({ days: on ? [...days, day] : days.filter((each) => each !== day) })
              }
            >
              {dayNames[day]}
            </Checkbox>
          ))}
        </div>
        <FieldFault>{form.faults.days}</FieldFault>
      </div>
      <TextField {...form.field('from')} label="From" placeholder="22:00" maxLength={5} className="w-24" />
      <TextField
        {...form.field('to')}
        label="To"
        hint={to <= from && !form.faults.to ? 'the next day' : undefined}
        placeholder="06:00"
        maxLength={5}
        className="w-24"
      />
      <IconButton label={`Remove hours ${number}`} icon={<Trash2 />} onClick={onRemove} className="mt-5" />
    </fieldset>
  )
}
