'use client'
import { Button, Checkbox, Field, IconButton, Input } from '@frostline/ui'
import { Plus, Trash2 } from 'lucide-react'
import { dayNames, weekdays } from './describe-window.ts'
import type { DraftSpan, SpanFaults } from './draft-span.ts'

interface Props {
  spans: readonly DraftSpan[]
  faults: SpanFaults
  onChange: (spans: DraftSpan[]) => void
}

/** Hours in which moves run; none means at any time. */
export function WindowFields({ spans, faults, onChange }: Props) {
  const set = (key: number, patch: Partial<DraftSpan>) =>
    onChange(spans.map((span) => (span.key === key ? { ...span, ...patch } : span)))
  const add = () => {
    const key = Math.max(-1, ...spans.map((span) => span.key)) + 1
    onChange([...spans, { key, days: [...weekdays], from: '22:00', to: '06:00' }])
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium text-xs">
        Window <span className="font-normal text-ink-3">optional</span>
      </legend>
      <p className="text-ink-3 text-xs">
        {spans.length === 0
          ? 'Any time. Add hours to restrict moves.'
          : 'Moves run only within these hours. Unfinished work continues in the next window.'}
      </p>
      {spans.map((span, index) => (
        <SpanFields
          key={span.key}
          span={span}
          number={index + 1}
          faults={faults.get(index) ?? {}}
          onChange={(patch) => set(span.key, patch)}
          onRemove={() => onChange(spans.filter((each) => each.key !== span.key))}
        />
      ))}
      <Button size="sm" className="self-start" icon={<Plus aria-hidden />} onClick={add}>
        Add hours
      </Button>
    </fieldset>
  )
}

interface SpanFieldsProps {
  span: DraftSpan
  number: number
  faults: { days?: string; from?: string; to?: string }
  onChange: (patch: Partial<DraftSpan>) => void
  onRemove: () => void
}

function SpanFields({ span, number, faults, onChange, onRemove }: SpanFieldsProps) {
  const nextDay = span.to <= span.from && faults.to === undefined
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
              checked={span.days.includes(day)}
              onCheckedChange={(on) =>
                onChange({ days: on ? [...span.days, day] : span.days.filter((each) => each !== day) })
              }
            >
              {dayNames[day]}
            </Checkbox>
          ))}
        </div>
        {faults.days ? (
          <p role="alert" className="text-danger-ink text-xs">
            {faults.days}
          </p>
        ) : null}
      </div>
      <Field label="From" error={faults.from} className="w-24">
        <Input
          value={span.from}
          onValueChange={(from) => onChange({ from })}
          placeholder="22:00"
          maxLength={5}
        />
      </Field>
      <Field label="To" error={faults.to} hint={nextDay ? 'the next day' : undefined} className="w-24">
        <Input value={span.to} onValueChange={(to) => onChange({ to })} placeholder="06:00" maxLength={5} />
      </Field>
      <IconButton label={`Remove hours ${number}`} icon={<Trash2 />} onClick={onRemove} className="mt-5" />
    </fieldset>
  )
}
