'use client'
import {
  bytesColumn,
  CodeBlock,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatCountOf,
  monoColumn,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce, StatementsDrawer } from '@/features/statements/statements-drawer.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { SharingBadge } from '../components/sharing-badge.tsx'
import { groupPlanned } from '../components/step-groups.tsx'
import type { Preview } from '../status.ts'
import type { usePlanRequest } from './use-plan-request.ts'

type PlanRequest = NonNullable<ReturnType<typeof usePlanRequest>['request']>

type PlannedStep = Preview['steps'][number]

/** Number of steps whose statements are shown at once; the drawer has all. */
const maxSteps = 200
const maxStatements = 500

const columns: readonly DataColumn<PlannedStep>[] = [
  numberColumn('ordinal', '#', 48, (step) => step.ordinal + 1),
  monoColumn('partition', 'Partition', { minWidthPx: 110, sorted: true }, (step) => step.partition),
  monoColumn('node', 'Node', { minWidthPx: 150, sorted: true }, (step) => step.node),
  column('way', 'From → to', 130, (step) => (
    <span className="truncate font-mono text-xs">
      {step.fromVolumes.join(', ')} → {step.toVolume}
    </span>
  )),
  column(
    'sharing',
    'Sharing',
    {
      minWidthPx: 150,
      description:
        'On a disk shared by zero-copy replication one replica uploads. The others move after it and refer to its objects.',
      sortValue: ({ sharing }) => sharing?.uploader ?? null,
    },
    ({ node, sharing }) =>
      sharing ? <SharingBadge node={node} {...sharing} /> : <span className="text-ink-3">—</span>,
  ),
  countColumn(
    'granularity',
    'Statements',
    {
      minWidthPx: 112,
      description:
        'One move for the whole partition if it is small or merged first, otherwise one per part. Includes merges and deep checks.',
      sorted: true,
    },
    (step) => step.statementCount,
  ),
  countColumn('parts', 'Parts', { minWidthPx: 70, sorted: true }, (step) => step.totals.parts),
  countColumn('rows', 'Rows', { minWidthPx: 90, sorted: true }, (step) => step.totals.rows),
  bytesColumn(
    'bytes',
    'Bytes',
    { minWidthPx: 90, description: 'Bytes that the replica copies itself.', sorted: true },
    (step) => step.totals.bytes,
  ),
]

/** Every step in order, with exactly the statements that would be sent. */
export function PlannedSteps({ request, preview }: { request: PlanRequest; preview: Preview }) {
  const shown = firstSteps(preview.steps)
  const statements = shown.flatMap((step) => [
    `-- ${step.node}, partition ${step.partition}`,
    ...step.statements.map((sql) => `${sql};`),
  ])
  const total = preview.steps.reduce((sum, step) => sum + step.statementCount, 0)
  const written = shown.reduce((sum, step) => sum + step.statements.length, 0)
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Panel
        title="Steps of the plan"
        description="Grouped by partition, the oldest first. On each replica one after the other, unless the limits allow more."
        flush
      >
        <DataTable
          label="Steps of the plan"
          columns={
            preview.steps.some(({ sharing }) => sharing !== null)
              ? columns
              : columns.filter(({ id }) => id !== 'sharing')
          }
          rows={preview.steps}
          getRowId={(step) => String(step.ordinal)}
          maxHeightPx={360}
          {...groupPlanned(preview.steps)}
        />
      </Panel>
      <Panel
        title="Statements"
        description={
          written < total
            ? `The first ${written.toLocaleString('en-US')} of ${formatCountOf(total, 'statement')}, as they will be sent.`
            : 'As they will be sent.'
        }
        actions={<AllStatements request={request} total={total} />}
      >
        <CodeBlock code={statements.join('\n')} label="Statements of the plan" className="max-h-80" />
      </Panel>
    </div>
  )
}

/** A step with a hundred statements counts as a hundred, since each is highlighted. At least one is shown. */
function firstSteps(steps: readonly PlannedStep[]): readonly PlannedStep[] {
  let written = 0
  const end = steps.findIndex((step, index) => {
    written += step.statements.length
    return index > 0 && (index >= maxSteps || written > maxStatements)
  })
  return end === -1 ? steps : steps.slice(0, end)
}

function AllStatements({ request, total }: { request: PlanRequest; total: number }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const query = useQuery({
    ...trpc.tierMigrations.previewSql.queryOptions(request),
    ...askOnce,
    enabled: open,
  })
  return (
    <StatementsDrawer
      {...{ open, query }}
      onOpenChange={setOpen}
      label={`Show all ${formatCountOf(total, 'statement')}`}
      description="As they would be sent now. A move applies to one replica. Run each section on its node."
      fileName={`move-${request.database}.${request.table}.sql`}
    />
  )
}
