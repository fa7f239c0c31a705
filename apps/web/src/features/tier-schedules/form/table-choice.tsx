'use client'
import { Bytes, Checkbox, FieldFault, SearchInput } from '@frostline/ui'
import { useState } from 'react'
import type { useMovableTables } from '../hooks/use-movable-tables.ts'
import type { ScheduleDraft } from '../schedule-draft.ts'

type TableName = ScheduleDraft['tables'][number]

interface TableChoiceProps {
  movable: ReturnType<typeof useMovableTables>['movable']
  fixedCount: number
  chosen: readonly TableName[]
  onChange: (chosen: TableName[]) => void
  error: string | undefined
}

const nameOf = ({ database, table }: TableName) => `${database}.${table}`

/** Tables with a policy of several volumes; a selected one that is gone can be removed. */
export function TableChoice({ movable, fixedCount, chosen, onChange, error }: TableChoiceProps) {
  const [search, setSearch] = useState('')
  const isChosen = (table: TableName) => chosen.some((each) => nameOf(each) === nameOf(table))
  const gone = chosen.filter((each) => !movable.some((table) => nameOf(table) === nameOf(each)))
  const wanted = search.trim().toLowerCase()
  const shown = movable.filter((table) => isChosen(table) || nameOf(table).toLowerCase().includes(wanted))
  const toggle = ({ database, table }: TableName, on: boolean) =>
    onChange(
      on
        ? [...chosen, { database, table }]
        : chosen.filter((each) => nameOf(each) !== nameOf({ database, table })),
    )
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium text-xs">Tables</legend>
      {movable.length > 8 ? (
        <SearchInput
          label="Search tables"
          placeholder="database.table"
          value={search}
          onValueChange={setSearch}
        />
      ) : null}
      <ul
        className="flex max-h-64 flex-col overflow-y-auto rounded-md border"
        aria-label="Tables to choose from"
      >
        {gone.map((table) => (
          <li key={nameOf(table)} className="border-b px-3 py-1.5 last:border-b-0">
            <Checkbox checked onCheckedChange={(on) => toggle(table, on)}>
              <span className="break-all font-mono text-xs">{nameOf(table)}</span>
              <span className="text-warn-ink text-xs">not found, or its policy has only one volume</span>
            </Checkbox>
          </li>
        ))}
        {shown.map((table) => (
          <li
            key={nameOf(table)}
            className="flex items-center justify-between gap-3 border-b px-3 py-1.5 last:border-b-0"
          >
            <Checkbox
              checked={isChosen(table)}
              onCheckedChange={(on) => toggle(table, on)}
              className="min-w-0"
            >
              <span className="break-all font-mono text-xs">{nameOf(table)}</span>
            </Checkbox>
            <span className="shrink-0 text-ink-3 text-xs">
              <Bytes value={table.tiers?.hot.bytes ?? null} /> hot
            </span>
          </li>
        ))}
        {shown.length + gone.length === 0 ? (
          <li className="px-3 py-4 text-center text-ink-3 text-sm">
            {movable.length === 0
              ? 'No table has a policy with a second volume to move to.'
              : `No tables match “${search}”.`}
          </li>
        ) : null}
      </ul>
      <FieldFault>{error}</FieldFault>
      {fixedCount > 0 ? (
        <p className="text-ink-3 text-xs">
          {fixedCount} more have a policy with only one volume, so their parts cannot move.
        </p>
      ) : null}
    </fieldset>
  )
}
