'use client'
import { Input } from '@frostline/ui'
import type { TimeRangeState } from './read-time-range.ts'

interface TimeBoundsProps {
  state: TimeRangeState
  onChange: (patch: Partial<TimeRangeState>) => void
}

/** The two ends of a custom range. */
export function TimeBounds({ state, onChange }: TimeBoundsProps) {
  return (
    <div className="col-span-full flex flex-wrap items-end gap-2">
      <TimeBound label="From (UTC)" value={state.from} onChange={(from) => onChange({ from })} />
      <TimeBound label="To (UTC)" value={state.to} onChange={(to) => onChange({ to })} />
    </div>
  )
}

interface TimeBoundProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export function TimeBound({ label, value, onChange }: TimeBoundProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Input renders the control
    <label className="flex flex-col gap-1 text-ink-3 text-xs">
      {label}
      <Input type="datetime-local" value={value} onValueChange={onChange} className="w-52" />
    </label>
  )
}
