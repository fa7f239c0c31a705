'use client'
import { answerScheduledRun } from '@frostline/domain'
import {
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  formatBytes,
  monoColumn,
  numberColumn,
  Panel,
  StatusPill,
} from '@frostline/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { formatZonedTime } from '@/features/schedules/zoned-time.ts'
import { PlanChecks } from '@/features/tier-migrations/components/plan-checks.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { DryRun, DryRunRequest } from '../schedule.ts'

type DryTable = DryRun['tables'][number]
type DryStep = DryTable['steps'][number]

interface DryRunPanelProps {
  /** Null until enough is known. */
  request: DryRunRequest | null
}

/** What the next run would do if it planned now: by table and partition, with what the budget leaves out. */
export function DryRunPanel({ request }: DryRunPanelProps) {
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.tierSchedules.preview.queryOptions(request ?? nothingAsked),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (request === null)
    return (
      <Panel
        title="Dry run"
        minHeightPx={180}
        state={{
          kind: 'empty',
          empty: {
            title: 'Nothing to show yet',
            children: 'Choose tables, a volume and a time to see what the next run would do.',
          },
        }}
      />
    )
  return (
    <Panel
      title="Dry run"
      description="What the next run would do. Nothing is moved now."
      minHeightPx={180}
      {...panelFromQuery(query, { task: 'preview the next run' })}
    >
      {query.data ? <DryRunBody dryRun={query.data} timeZone={request.timeZone} /> : null}
    </Panel>
  )
}

const nothingAsked: DryRunRequest = {
  cluster: '-',
  tables: [{ database: '-', table: '-' }],
  targetVolume: '-',
  olderThanDays: 1,
  budgetBytes: null,
  cron: '0 0 * * *',
  timeZone: 'UTC',
}

function describeStart({ dueAt, startsAt, before }: DryRun, timeZone: string): string {
  const start = formatZonedTime(startsAt, timeZone)
  const waits = startsAt > dueAt ? `${start}, when the window opens` : start
  return `The next run, ${waits}: partitions whose newest row is before ${formatZonedTime(before, timeZone)}.`
}

function DryRunBody({ dryRun, timeZone }: { dryRun: DryRun; timeZone: string }) {
  return (
    <div className="flex flex-col gap-5">
      <AnswerFirst inset answer={answerScheduledRun({ ...dryRun, tables: dryRun.tables.length })} />
      <p className="text-ink-2 text-sm">{describeStart(dryRun, timeZone)}</p>
      {dryRun.tables.map((table) => (
        <DryRunTable key={`${table.database}.${table.table}`} table={table} />
      ))}
    </div>
  )
}

function DryRunTable({ table }: { table: DryTable }) {
  const name = `${table.database}.${table.table}`
  const warnings = table.checks.filter((check) => check.outcome !== 'passed')
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="break-all font-mono text-xs">{name}</span>
        <span className="text-ink-2 text-xs">
          {formatBytes(table.plannedBytes)} move
          {table.leftOutBytes > 0n ? `, ${formatBytes(table.leftOutBytes)} over the budget` : ''}
        </span>
      </h3>
      {table.reason && table.kind !== 'refused' ? <p className="text-ink-2 text-sm">{table.reason}</p> : null}
      {warnings.length > 0 ? <PlanChecks checks={warnings} /> : null}
      {table.steps.length > 0 ? (
        <div className="rounded-md border">
          <DataTable
            label={`Partitions of ${name}`}
            columns={stepColumns}
            rows={table.steps}
            getRowId={(step) => `${step.node} ${step.partitionId}`}
            maxHeightPx={320}
          />
        </div>
      ) : null}
      {table.stepCount > table.steps.length ? (
        <p className="text-ink-3 text-xs">
          The oldest {table.steps.length} of {table.stepCount} are listed. Totals include all.
        </p>
      ) : null}
    </section>
  )
}

const stepColumns: readonly DataColumn<DryStep>[] = [
  monoColumn('partition', 'Partition', { minWidthPx: 90, hideable: false }, (step) => step.partition),
  column('fate', 'This run', 145, (step) => {
    if (step.leftOut === null) return <StatusPill tone="cold">moves</StatusPill>
    return step.leftOut === 'next-run' ? (
      <StatusPill tone="neutral" title="Over the budget. Older partitions are moved first.">
        next run
      </StatusPill>
    ) : (
      <StatusPill tone="warn" title="Larger than the whole budget. Increase the budget to move it.">
        larger than the budget
      </StatusPill>
    )
  }),
  monoColumn('node', 'Node', 160, (step) => step.node),
  numberColumn('parts', 'Parts', 55, (step) => step.parts),
  bytesColumn('bytes', 'Bytes', 80, (step) => step.bytes),
]
