'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatElapsed,
  formatRatio,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { listTargets, type Replay, type ReplayForm, type TargetKey } from '../replay.ts'

/** The query forms, largest difference between the targets first. */
export function FormsPanel({ replay }: { replay: Replay }) {
  const { forms, formsFound } = replay
  const targets = listTargets(replay)
  return (
    <Panel
      title="Query patterns"
      description={
        targets.length > 1
          ? 'Queries grouped by pattern (ignoring literals), sorted by the time difference between the targets.'
          : 'Queries grouped by pattern (ignoring literals), sorted by total time.'
      }
      flush
    >
      <DataTable
        label="Query patterns"
        columns={columnsOf(targets)}
        rows={forms}
        getRowId={(row) => row.formHash}
        maxHeightPx={420}
      />
      {formsFound > forms.length ? (
        <p className="px-4 py-2 text-ink-3 text-xs">
          And {formsFound - forms.length} more with a smaller difference. The export lists all.
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
    column('form', 'Pattern', { minWidthPx: 320, hideable: false }, (row) => (
      <span className="truncate font-mono text-xs" title={row.form}>
        {row.form.replace(/\s+/g, ' ')}
      </span>
    )),
    countColumn('queries', 'Queries', 76, (row) => row.queries),
    numberColumn(
      'difference',
      two ? 'Difference' : 'Total time',
      { minWidthPx: two ? 100 : 124, sortValue: (row) => row.differenceMs },
      (row) => formatElapsed(row.differenceMs),
    ),
    ...targets.map(
      ({ key, letter }): DataColumn<ReplayForm> =>
        numberColumn(
          `median ${key}`,
          `p50 of ${letter}`,
          { minWidthPx: 90, sortValue: (row) => on(row, key)?.medianMs },
          (row) => formatElapsed(on(row, key)?.medianMs ?? null),
        ),
    ),
    ...(two
      ? [
          numberColumn(
            'ratio',
            'B over A',
            { minWidthPx: 90, description: 'Ratio of the medians.' },
            (row: ReplayForm) => formatRatio(on(row, 'b')?.medianMs ?? null, on(row, 'a')?.medianMs ?? null),
          ),
        ]
      : []),
    ...targets.flatMap(({ key, letter }): DataColumn<ReplayForm>[] => [
      numberColumn(`p95 ${key}`, `p95 of ${letter}`, 90, (row) => formatElapsed(on(row, key)?.p95Ms ?? null)),
      countColumn(`failed ${key}`, `Failed on ${letter}`, 96, (row) => on(row, key)?.failed ?? null),
      bytesColumn(`store ${key}`, `Store of ${letter}`, 100, (row) => on(row, key)?.storeBytes ?? null),
    ]),
  ]
}
