'use client'
import { Bytes, Count, type DataColumn, DataTable, formatElapsed, formatRatio, Panel } from '@frostline/ui'
import { listTargets, type Replay, type ReplayForm, type TargetKey } from '../replay.ts'

/** The forms of query, those first on which the targets differ the most. */
export function FormsPanel({ replay }: { replay: Replay }) {
  const { forms, formsFound } = replay
  const targets = listTargets(replay)
  return (
    <Panel
      title="Forms of query"
      description={
        targets.length > 1
          ? 'Queries grouped by pattern (ignoring literals), sorted by the time difference between the targets.'
          : 'Queries grouped by pattern (ignoring literals), sorted by total time.'
      }
      flush
    >
      <DataTable
        label="Forms of query"
        columns={columnsOf(targets)}
        rows={forms}
        getRowId={(row) => row.formHash}
        maxHeightPx={420}
      />
      {formsFound > forms.length ? (
        <p className="px-4 py-2 text-ink-3 text-xs">
          And {formsFound - forms.length} more with a smaller difference. The export of runs has all.
        </p>
      ) : null}
    </Panel>
  )
}

function on(row: ReplayForm, key: TargetKey) {
  return row.targets.find(({ target }) => target === key)
}

function columnsOf(targets: ReturnType<typeof listTargets>): readonly DataColumn<ReplayForm>[] {
  const two = targets.length > 1
  return [
    {
      id: 'form',
      header: 'Form',
      minWidthPx: 320,
      hideable: false,
      cell: (row) => (
        <span className="truncate font-mono text-xs" title={row.form}>
          {row.form.replace(/\s+/g, ' ')}
        </span>
      ),
    },
    {
      id: 'queries',
      header: 'Queries',
      align: 'end',
      minWidthPx: 76,
      grow: 0,
      cell: (row) => <Count value={row.queries} />,
    },
    {
      id: 'difference',
      header: two ? 'Difference' : 'Total time',
      align: 'end',
      minWidthPx: two ? 100 : 124,
      grow: 0,
      sortDescFirst: true,
      sortValue: (row) => row.differenceMs,
      cell: (row) => formatElapsed(row.differenceMs),
    },
    ...targets.map(
      ({ key, letter }): DataColumn<ReplayForm> => ({
        id: `median ${key}`,
        header: `p50 of ${letter}`,
        align: 'end',
        minWidthPx: 90,
        grow: 0,
        sortValue: (row) => on(row, key)?.medianMs,
        cell: (row) => formatElapsed(on(row, key)?.medianMs ?? null),
      }),
    ),
    ...(two
      ? [
          {
            id: 'ratio',
            header: 'B over A',
            description: 'Ratio of the medians.',
            align: 'end' as const,
            minWidthPx: 90,
            grow: 0,
            cell: (row: ReplayForm) =>
              formatRatio(on(row, 'b')?.medianMs ?? null, on(row, 'a')?.medianMs ?? null),
          },
        ]
      : []),
    ...targets.flatMap(({ key, letter }): DataColumn<ReplayForm>[] => [
      {
        id: `p95 ${key}`,
        header: `p95 of ${letter}`,
        align: 'end',
        minWidthPx: 90,
        grow: 0,
        cell: (row) => formatElapsed(on(row, key)?.p95Ms ?? null),
      },
      {
        id: `failed ${key}`,
        header: `Failed on ${letter}`,
        align: 'end',
        minWidthPx: 96,
        grow: 0,
        cell: (row) => <Count value={on(row, key)?.failed ?? null} />,
      },
      {
        id: `store ${key}`,
        header: `Store of ${letter}`,
        align: 'end',
        minWidthPx: 100,
        grow: 0,
        cell: (row) => <Bytes value={on(row, key)?.storeBytes ?? null} />,
      },
    ]),
  ]
}
