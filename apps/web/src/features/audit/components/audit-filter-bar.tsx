'use client'
import { Button, SearchInput, Select } from '@frostline/ui'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { TimeBounds, TimeRangeSelect } from '@/features/time-range/time-range-fields.tsx'
import { outcomes } from '../audit-entry.ts'
import { type AuditState, noFilters } from '../audit-filters.ts'
import { actionGroups, describeAction, knownActions } from '../describe-action.ts'

interface AuditFilterBarProps {
  state: AuditState
  onChange: (patch: Partial<AuditState>) => void
  filtered: boolean
}

const all = 'all'

export function AuditFilterBar({ state, onChange, filtered }: AuditFilterBarProps) {
  return (
    <search
      aria-label="Filter the audit"
      className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-[repeat(2,minmax(0,1.2fr))_repeat(4,minmax(0,1fr))_auto]"
    >
      <SearchInput
        label="Who"
        placeholder="Who"
        value={state.actor}
        onValueChange={(actor) => onChange({ actor })}
      />
      <SearchInput
        label="Object"
        placeholder="Object"
        value={state.object}
        onValueChange={(object) => onChange({ object })}
      />
      <Select
        label="Action"
        value={state.action || all}
        options={actionOptions(state.action)}
        onValueChange={(action) => onChange({ action: action === all ? '' : action })}
      />
      <ClusterSelect value={state.cluster} onChange={(cluster) => onChange({ cluster })} />
      <Select
        label="Outcome"
        value={state.outcome ?? all}
        options={[
          { value: all, label: 'Every outcome' },
          ...outcomes.map((value) => ({ value, label: value })),
        ]}
        onValueChange={(outcome) => onChange({ outcome: outcome === all ? null : outcome })}
      />
      <TimeRangeSelect state={state} onChange={onChange} />
      <Button
        variant="ghost"
        disabled={!filtered}
        onClick={() => onChange(noFilters)}
        className="col-span-2 sm:col-span-3 xl:col-span-1"
      >
        Clear filters
      </Button>
      <TimeBounds state={state} onChange={onChange} />
    </search>
  )
}

/** An unknown action in the URL stays selectable. */
function actionOptions(chosen: string) {
  const listed = [...actionGroups.map(({ value }) => value), ...knownActions]
  return [
    { value: all, label: 'Every action' },
    ...actionGroups,
    ...knownActions.map((value) => ({ value, label: describeAction(value), description: value })),
    ...(chosen && !listed.includes(chosen) ? [{ value: chosen, label: chosen }] : []),
  ]
}

function ClusterSelect({ value, onChange }: { value: string; onChange: (cluster: string) => void }) {
  const clusters = useClusters().data ?? []
  const gone = value !== '' && !clusters.some(({ id }) => id === value)
  return (
    <Select
      label="Cluster"
      value={value || all}
      options={[
        { value: all, label: 'Every cluster' },
        ...clusters.map(({ id, name }) => ({ value: id, label: name })),
        ...(gone ? [{ value, label: 'Removed clusters' }] : []),
      ]}
      onValueChange={(next) => onChange(next === all ? '' : next)}
    />
  )
}
