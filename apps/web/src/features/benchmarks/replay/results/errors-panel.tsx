'use client'
import { Count, type DataColumn, DataTable, Panel } from '@frostline/ui'
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
  { id: 'target', header: 'Target', minWidthPx: 70, grow: 0, hideable: false, cell: (row) => row.letter },
  {
    id: 'code',
    header: 'Code',
    minWidthPx: 110,
    grow: 0,
    cell: (row) => (row.code === null ? 'no answer' : row.code),
  },
  {
    id: 'runs',
    header: 'Runs',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    cell: (row) => <Count value={row.runs} />,
  },
  {
    id: 'example',
    header: 'Example',
    minWidthPx: 320,
    cell: (row) => (
      <span className="truncate text-xs" title={row.example ?? undefined}>
        {row.example ?? 'Only operators and admins can see its text.'}
      </span>
    ),
  },
]
