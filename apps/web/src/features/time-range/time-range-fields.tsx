'use client'
import { Select } from '@frostline/ui'
import { late } from '@/navigation/late.tsx'
import { type TimeRangeState, timeRanges } from './read-time-range.ts'

/** Only for a custom range. */
export const TimeBounds = late(async () => (await import('./time-bounds.tsx')).TimeBounds)

interface TimeRangeProps {
  state: TimeRangeState
  onChange: (patch: Partial<TimeRangeState>) => void
}

export function TimeRangeSelect({ state, onChange }: TimeRangeProps) {
  return (
    <Select
      label="Time"
      value={state.range}
      options={timeRanges}
      onValueChange={(range) => onChange(range === 'custom' ? { range } : { range, from: '', to: '' })}
    />
  )
}
