'use client'
import { Badge, bytesColumn, column, type DataColumn } from '@frostline/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatZonedTime } from '@/features/schedules/zoned-time.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { runLooks, type Schedule, type ScheduleRun } from '../schedule.ts'
import { RunDrawer } from './run-drawer.tsx'

/** Id of the run whose drawer is open. */
const params = { run: textParam() }

export function RunsPanel({ schedule, cluster }: { schedule: Schedule; cluster: string }) {
  const trpc = useTRPC()
  const [{ run: openId }, setUrl] = useUrlState(params)
  const query = useInfiniteQuery(
    trpc.tierSchedules.runs.infiniteQueryOptions(
      { id: schedule.id, limit: 20 },
      {
        ...byPages,
        // Parts arrive on the nodes without an announcement.
        refetchInterval: ({ state }) => (state.data?.pages.some(isUnderWay) ? 5_000 : false),
      },
    ),
  )
  const rows = query.data?.pages.flatMap((page) => page.runs) ?? []
  const columns = runColumns(schedule.timeZone, (id) => setUrl({ run: id }, { history: 'push' }))
  return (
    <>
      <PagedPanel
        title="Runs"
        description="Due times and results. Open a run to see its tables."
        task={`read the runs of ${schedule.name}`}
        label="Runs"
        query={query}
        rowsOf={(page) => page.runs}
        columns={columns}
        empty={{ title: 'No runs yet', children: 'The first run appears here at its due time.' }}
        maxHeightPx={420}
      />
      <RunDrawer
        run={rows.find((run) => run.id === openId)}
        open={openId !== '' && !query.isPending}
        cluster={cluster}
        timeZone={schedule.timeZone}
        onClose={() => setUrl({ run: '' }, { history: 'push' })}
      />
    </>
  )
}

function isUnderWay({ runs }: { runs: readonly ScheduleRun[] }): boolean {
  return runs.some(({ status }) => status === 'running')
}

function runColumns(timeZone: string, open: (id: string) => void): readonly DataColumn<ScheduleRun>[] {
  return [
    column('due', 'Due', { minWidthPx: 215, grow: 0, hideable: false }, (run) => (
      <button
        type="button"
        onClick={() => open(run.id)}
        aria-label={`Open the run of ${formatZonedTime(run.dueAt, timeZone)}`}
        className="truncate rounded-sm text-accent-ink hover:underline"
      >
        {formatZonedTime(run.dueAt, timeZone)}
      </button>
    )),
    column('state', 'State', { minWidthPx: 160, grow: 0 }, (run) => (
      <span className="flex items-center gap-2">
        <LookPill look={runLooks[run.status]} />
        {run.caughtUp ? <Badge title="No worker was running at the due time.">caught up</Badge> : null}
        {run.requestedBy === null ? null : <Badge title={`Started by ${run.requestedBy}.`}>manual</Badge>}
      </span>
    )),
    bytesColumn('planned', 'Planned', 90, (run) => run.plannedBytes),
    bytesColumn('moved', 'Moved', 90, (run) => run.movedBytes),
    bytesColumn(
      'left',
      'Skipped',
      { minWidthPx: 90, description: 'Due, but over the budget.' },
      (run) => run.leftOutBytes,
    ),
    column('reason', 'Note', { minWidthPx: 240, grow: 3 }, (run) => (
      <span className="truncate text-ink-2" title={run.reason ?? undefined}>
        {run.reason ?? ''}
      </span>
    )),
  ]
}
