'use client'
import { Select } from '@frostline/ui'
import { late } from '@/navigation/late.tsx'
import { type TimeRangeState, timeRanges } from './read-time-range.ts'

const CustomBounds = late(async () => (await import('./time-bounds.tsx')).TimeBounds)

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

/** The two ends of a custom range; nothing for the others. */
export function TimeBounds(props: TimeRangeProps) {
  return props.state.range === 'custom' ? <CustomBounds {...props} /> : null
}
