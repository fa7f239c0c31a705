'use client'
import { Button, SearchInput, Select, Switch } from '@frostline/ui'
import { TimeBounds, TimeRangeSelect } from '@/features/time-range/time-range-fields.tsx'
import { activityKinds, activityLooks, titleOfKind } from '../activity.ts'
import {
  type ActivityState,
  activityParams,
  activityStates,
  isFiltered,
  noFilters,
} from '../activity-filters.ts'

interface ActivityFilterBarProps {
  state: ActivityState
  onChange: (patch: Partial<ActivityState>) => void
}

const any = 'any'

const stateOptions = [
  { value: any, label: 'Any state' },
  ...activityStates.map((value) => {
    if (value === 'open') return { value, label: 'Open', description: 'Not ended' }
    if (value === 'ended') return { value, label: 'Ended', description: 'Completed, failed or cancelled' }
    const { word } = activityLooks[value]
    return { value, label: word.charAt(0).toUpperCase() + word.slice(1) }
  }),
]

const kindOptions = [
  { value: any, label: 'Any kind' },
  ...activityKinds
    .map((value) => ({ value, label: titleOfKind(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label)),
]

export function ActivityFilterBar({ state, onChange }: ActivityFilterBarProps) {
  return (
    <search
      aria-label="Filter runs"
      className="mb-4 grid grid-cols-2 items-center gap-x-3 gap-y-2 sm:grid-cols-4 xl:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))_auto_auto_auto]"
    >
      <SearchInput
        label="Name, person or ID"
        placeholder="Name, person or ID"
        className="col-span-2 sm:col-span-1"
        value={state.text}
        maxLength={200}
        onValueChange={(text) => onChange({ text })}
      />
      <Select
        label="Kind"
        value={state.kind ?? any}
        options={kindOptions}
        onValueChange={(kind) => onChange({ kind: activityParams.kind.read(kind) })}
      />
      <Select
        label="State"
        value={state.state ?? any}
        options={stateOptions}
        onValueChange={(next) => onChange({ state: activityParams.state.read(next) })}
      />
      <TimeRangeSelect state={state} onChange={onChange} />
      <Switch checked={state.mine} onCheckedChange={(mine) => onChange({ mine })}>
        Only mine
      </Switch>
      <Switch checked={state.all} onCheckedChange={(all) => onChange({ all })}>
        All clusters
      </Switch>
      <Button
        variant="ghost"
        disabled={!isFiltered(state)}
        onClick={() => onChange(noFilters)}
        className="justify-self-start sm:justify-self-end"
      >
        Clear filters
      </Button>
      <TimeBounds state={state} onChange={onChange} />
    </search>
  )
}
