'use client'
import { skipReasons } from '@frostline/domain'
import {
  CodeBlock,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatCountOf,
  formatElapsed,
  monoColumn,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { useState } from 'react'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import type { LookedForm, ReplayLook } from '../replay.ts'

/** What was found, with the texts that would be sent. */
export function LookedQueriesPanel({ look }: { look: RouterOutputs['benchmarks']['replayLook'] }) {
  const { data } = look
  const [shown, setShown] = useState<LookedForm | null>(null)
  const example = shown ?? data.forms.find(({ reason }) => reason === null) ?? null
  return (
    <Panel
      title="Queries found"
      description={`${describe(data)} Select a query pattern to see an example.`}
      observedAt={look.observedAt}
      sql={look.queries}
      missingNodes={data.coverage.missingNodes.map((name) => ({ name }))}
      flush
    >
      <div role="status" className="flex flex-col gap-0.5 px-4 py-3 text-sm">
        {listLines(data).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <DataTable
        label="Query patterns"
        columns={columnsOf(setShown)}
        rows={data.forms}
        getRowId={(row) => `${row.formHash} ${row.reason}`}
        maxHeightPx={360}
      />
      {data.formsFound > data.forms.length ? (
        <p className="px-4 py-2 text-ink-3 text-xs">
          And {data.formsFound - data.forms.length} more patterns.
        </p>
      ) : null}
      {example ? (
        <div className="flex flex-col gap-1 p-4">
          <p className="text-ink-3 text-xs">
            {example.reason === null ? 'Example, as sent' : `Not run: ${skipReasons[example.reason]}`}
          </p>
          <CodeBlock code={example.example} label="Query text" wrap className="max-h-72" />
        </div>
      ) : null}
    </Panel>
  )
}

function describe({ sampled, runnable, runnableForms }: ReplayLook): string {
  return `${runnable} of ${formatCountOf(sampled, 'query', 'queries')} in the sample can be run, of ${formatCountOf(runnableForms, 'pattern')}.`
}

function listLines({ kinds, skipped, nodesWithoutLog }: ReplayLook): string[] {
  const met = kinds.map(
    ({ kind, queries, forms }) => `${queries} ${kind} of ${formatCountOf(forms, 'pattern')}`,
  )
  return [
    met.length === 0
      ? 'No matching queries in the log.'
      : `In the log: ${met.join('; ')}. Only Select is run.`,
    ...skipped.map(
      ({ reason, queries }) =>
        `${formatCountOf(queries, 'query', 'queries')} skipped: ${skipReasons[reason]}.`,
    ),
    ...(nodesWithoutLog.length > 0 ? [`${nodesWithoutLog.join(', ')} has no query_log.`] : []),
  ]
}

function columnsOf(show: (form: LookedForm) => void): readonly DataColumn<LookedForm>[] {
  return [
    column('form', 'Pattern', { minWidthPx: 320, hideable: false }, (row) => (
      <button
        type="button"
        className="truncate text-left font-mono text-xs hover:underline"
        title={row.form}
        onClick={() => show(row)}
      >
        {row.form.replace(/\s+/g, ' ')}
      </button>
    )),
    countColumn('queries', 'Queries', { minWidthPx: 104, sorted: true }, (row) => row.queries),
    numberColumn(
      'median',
      'Median, as logged',
      { minWidthPx: 164, sortValue: (row) => row.medianMs },
      (row) => formatElapsed(row.medianMs),
    ),
    column('run', 'Run', 200, (row) => (
      <span className={row.reason === null ? 'text-xs' : 'truncate text-warn-ink text-xs'}>
        {row.reason === null ? 'yes' : `no: ${skipReasons[row.reason]}`}
      </span>
    )),
    monoColumn('tables', 'Tables', 160, (row) => row.tables.join(', ')),
    column('users', 'Users', 100, (row) => <span className="truncate text-xs">{row.users.join(', ')}</span>),
  ]
}
