'use client'
import { column, countColumn, type DataColumn, DataTable, Panel } from '@frostline/ui'
import type { Replay } from '../replay.ts'

interface ErrorLine {
  id: string
  letter: string
  code: number | null
  runs: number
  example: string | null
}

/** Nothing where nothing failed. */
export function ErrorsPanel({ replay }: { replay: Replay }) {
  const lines = replay.targets.flatMap(({ target, errors }) =>
    errors.map(
      (error): ErrorLine => ({ id: `${target} ${error.code}`, letter: target.toUpperCase(), ...error }),
    ),
  )
  if (lines.length === 0) return null
  return (
    <Panel title="Errors" description="By server error code." flush>
      <DataTable label="Errors" columns={columns} rows={lines} getRowId={(row) => row.id} />
    </Panel>
  )
}

const columns: readonly DataColumn<ErrorLine>[] = [
  column('target', 'Target', { minWidthPx: 70, grow: 0, hideable: false }, (row) => row.letter),
  column('code', 'Code', { minWidthPx: 110, grow: 0 }, (row) => (row.code === null ? 'no answer' : row.code)),
  countColumn('runs', 'Runs', 70, (row) => row.runs),
  column('example', 'Example', 320, (row) => (
    <span className="truncate text-xs" title={row.example ?? undefined}>
      {row.example ?? 'Only operators and admins can see its text.'}
    </span>
  )),
]
