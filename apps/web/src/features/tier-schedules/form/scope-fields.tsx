'use client'
import { Field, Input, Panel, Select } from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { budgetUnits } from '../draft/schedule-draft.ts'
import { useMovableTables } from '../hooks/use-movable-tables.ts'
import type { ScheduleFormState } from '../hooks/use-schedule-form.ts'
import { TableChoice } from './table-choice.tsx'

const units = budgetUnits.map((unit) => ({ value: unit, label: unit }))

/** What is moved: tables, age, volume, budget. */
export function ScopeFields({ form, cluster }: { form: ScheduleFormState; cluster: string }) {
  const { draft, change, faults } = form
  const { query, movable, fixedCount, sharedVolumes } = useMovableTables(cluster)
  const volumes = sharedVolumes(draft.tables)
  return (
    <Panel
      title="What to move"
      minHeightPx={320}
      {...panelFromQuery(query, { task: 'read the tables and their policies' })}
    >
      <div className="flex flex-col gap-4">
        <TableChoice
          movable={movable}
          fixedCount={fixedCount}
          chosen={draft.tables}
          error={faults.tables}
          onChange={(tables) => {
            const shared = sharedVolumes(tables)
            const kept = shared.includes(draft.targetVolume) ? draft.targetVolume : (shared.at(-1) ?? '')
            change({ tables, targetVolume: kept })
          }}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Older than, days"
            hint="Partitions whose newest row is older than this at the due time."
            error={faults.olderThanDays}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={draft.olderThanDays}
              onValueChange={(olderThanDays) => change({ olderThanDays })}
            />
          </Field>
          <Field
            label="To volume"
            hint={
              draft.tables.length > 1
                ? 'Volumes that the policies of all selected tables have.'
                : "A volume of the table's policy."
            }
            error={faults.targetVolume}
          >
            <Select
              value={draft.targetVolume === '' ? null : draft.targetVolume}
              options={volumes.map((volume) => ({ value: volume, label: volume }))}
              onValueChange={(targetVolume) => change({ targetVolume })}
              placeholder={draft.tables.length === 0 ? 'Choose tables first' : 'Choose…'}
              disabled={volumes.length === 0}
            />
          </Field>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-2">
          <Field
            label="Budget of one run"
            optional
            hint="Max bytes over all tables and nodes. Oldest partitions first. The rest waits for the next run. Leave empty for no limit."
            error={faults.budget}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={draft.budget}
              onValueChange={(budget) => change({ budget })}
            />
          </Field>
          <Field label="Unit">
            <Select
              value={draft.budgetUnit}
              options={units}
              onValueChange={(budgetUnit) => change({ budgetUnit })}
            />
          </Field>
        </div>
      </div>
    </Panel>
  )
}
