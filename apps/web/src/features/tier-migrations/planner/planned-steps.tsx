'use client'
import { Bytes, CodeBlock, Count, type DataColumn, DataTable, Panel } from '@frostline/ui'
import type { Preview } from '../status.ts'

type PlannedStep = Preview['steps'][number]

/** Statements of this many steps are written out; the rest stand in the table. */
const MOST_STATEMENTS = 200

const columns: readonly DataColumn<PlannedStep>[] = [
  { id: 'ordinal', header: '#', align: 'end', minWidthPx: 48, grow: 0, cell: (step) => step.ordinal + 1 },
  {
    id: 'partition',
    header: 'Partition',
    minWidthPx: 110,
    cell: (step) => <span className="truncate font-mono text-xs">{step.partition}</span>,
    sortValue: (step) => step.partition,
  },
  {
    id: 'node',
    header: 'Node',
    minWidthPx: 150,
    cell: (step) => <span className="truncate font-mono text-xs">{step.node}</span>,
    sortValue: (step) => step.node,
  },
  {
    id: 'way',
    header: 'From → to',
    minWidthPx: 130,
    cell: (step) => (
      <span className="truncate font-mono text-xs">
        {step.fromVolumes.join(', ')} → {step.toVolume}
      </span>
    ),
  },
  {
    id: 'granularity',
    header: 'Statements',
    align: 'end',
    minWidthPx: 112,
    grow: 0,
    description: 'One for the whole partition when it is small or merged first, else one for each part.',
    cell: (step) => <Count value={step.statementCount} />,
    sortValue: (step) => step.statementCount,
  },
  {
    id: 'parts',
    header: 'Parts',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    cell: (step) => <Count value={step.totals.parts} />,
    sortValue: (step) => step.totals.parts,
    sortDescFirst: true,
  },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (step) => <Count value={step.totals.rows} />,
    sortValue: (step) => step.totals.rows,
    sortDescFirst: true,
  },
  {
    id: 'bytes',
    header: 'Bytes',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (step) => <Bytes value={step.totals.bytes} />,
    sortValue: (step) => step.totals.bytes,
    sortDescFirst: true,
  },
]

/** Every step in its order, and the very statements that would be sent. */
export function PlannedSteps({ preview }: { preview: Preview }) {
  const shown = preview.steps.slice(0, MOST_STATEMENTS)
  const statements = shown.flatMap((step) => [
    `-- ${step.node}, partition ${step.partition}`,
    ...step.statements.map((sql) => `${sql};`),
  ])
  const more = preview.steps.length - shown.length
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Panel
        title="Steps of the plan"
        description="The oldest partition first; on each replica one after the other, unless the pace allows more at a time."
        flush
      >
        <DataTable
          label="Steps of the plan"
          columns={columns}
          rows={preview.steps}
          getRowId={(step) => String(step.ordinal)}
          maxHeightPx={360}
        />
      </Panel>
      <Panel
        title="Statements"
        description={
          more > 0
            ? `Of the first ${shown.length} steps; ${more} more follow the same form.`
            : 'As they will be sent.'
        }
      >
        <CodeBlock code={statements.join('\n')} label="Statements of the plan" className="max-h-80" />
      </Panel>
    </div>
  )
}
