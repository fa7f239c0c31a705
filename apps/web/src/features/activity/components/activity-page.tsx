'use client'
import {
  Button,
  DataTable,
  EmptyPicture,
  type EmptyStateProps,
  formatCount,
  formatCountOf,
  Panel,
  useNow,
  useOpenedAt,
} from '@frostline/ui'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Activity, ListChecks, User } from 'lucide-react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { ExportLink } from '@/features/status/export-link.tsx'
import { late } from '@/navigation/late.tsx'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import { byPages, moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite, panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useDebounced } from '@/trpc/use-debounced.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'
import { activityKinds } from '../activity.ts'
import {
  type ActivityQuery,
  type ActivityState,
  activityPageSize,
  activityParams,
  exportAddress,
  isFiltered,
  isOnlyRanged,
  noFilters,
  toActivityQuery,
} from '../activity-filters.ts'
import { layOutTimeline, spanOf } from '../timeline/lay-out-timeline.ts'
import { TimelineFrame } from '../timeline/timeline-frame.tsx'
import { activityColumns } from './activity-columns.tsx'
import { ActivityFilterBar } from './activity-filter-bar.tsx'

const TimelineDrawing = late(
  async () => (await import('../timeline/timeline-drawing.tsx')).TimelineDrawing,
  ({ lanes }) => <TimelineFrame lanes={lanes} />,
)

/** Redraw interval while nothing changes: it may have a thousand bars. */
const growthMs = 5_000

/** When the runs of the list ran. The list has the same information. */
function TimelinePanel({ filter }: { filter: ActivityQuery }) {
  const trpc = useTRPC()
  const nowMs = useNow()?.getTime()
  const query = useQuery(trpc.runs.timeline.queryOptions(filter, { placeholderData: keepPreviousData }))
  useReadAfterChanges(activityKinds, () => void query.refetch({ cancelRefetch: false }))
  const { runs = [], total = 0 } = query.data ?? {}
  if (query.data && runs.length === 0 && !query.error) return null
  const steadyMs = nowMs && Math.ceil(nowMs / growthMs) * growthMs
  const span = steadyMs ? spanOf(filter, runs, steadyMs) : null
  const lanes = span ? layOutTimeline(runs, span) : []
  return (
    <Panel
      title="Timeline"
      className="mb-4"
      minHeightPx={120}
      description={describe(runs)}
      footer={
        total > runs.length
          ? `The newest ${formatCount(runs.length)} of ${formatCount(total)} runs. Choose a shorter time range to see the others.`
          : undefined
      }
      {...panelFromLedger(query, { task: 'read the timeline' })}
    >
      {span ? <TimelineDrawing lanes={lanes} span={span} /> : null}
    </Panel>
  )
}

function describe(runs: readonly { status: string; finishedAt: Date | null }[]): string {
  if (runs.length === 0) return ' '
  const failed = runs.filter(({ status }) => status === 'failed').length
  const open = runs.filter(({ finishedAt }) => finishedAt === null).length
  const parts = [
    formatCountOf(runs.length, 'run'),
    `${formatCount(open)} open`,
    `${formatCount(failed)} failed`,
  ]
  return `${parts.join(', ')}. Times in UTC.`
}

/** Runs page by page. Loaded pages are refetched soon after a run of any kind changes. */
function useActivity(cluster: string, state: ActivityState) {
  const trpc = useTRPC()
  const openedAt = useOpenedAt()
  const text = useDebounced(state.text)
  const filter = toActivityQuery(cluster, { ...state, text }, openedAt)
  const query = useInfiniteQuery(
    trpc.runs.list.infiniteQueryOptions({ ...filter, limit: activityPageSize }, byPages),
  )
  useReadAfterChanges(activityKinds, () => void query.refetch({ cancelRefetch: false }))
  return { query, filter, runs: query.data?.pages.flatMap((page) => page.runs) ?? [] }
}

/** Runs of all kinds, of one cluster or of all. */
export function ActivityPage({ cluster }: { cluster: string }) {
  const [state, setUrl] = useUrlState(activityParams)
  const { query, filter, runs } = useActivity(cluster, state)
  return (
    <>
      <PageHeader
        title="Activity"
        description={`Runs of all kinds ${state.all ? 'on all clusters' : 'on this cluster'}, newest first. The list updates automatically.`}
      />
      <ActivityFilterBar state={state} onChange={setUrl} />
      <TimelinePanel filter={filter} />
      <Panel
        title="Runs"
        description={
          state.mine
            ? 'Started by you, by your API tokens, or by schedules and pipelines you own.'
            : undefined
        }
        flush
        minHeightPx={200}
        actions={<ExportLink href={exportAddress(filter)} />}
        {...panelFromInfinite(query, {
          task: 'read the runs',
          empty: () => (runs.length > 0 ? null : describeNone(state, setUrl)),
        })}
      >
        <DataTable
          label="Runs"
          columns={activityColumns(state)}
          rows={runs}
          getRowId={(run) => run.id}
          serverSorted
          refreshing={query.isPlaceholderData}
          {...moreRows(query)}
        />
      </Panel>
    </>
  )
}

function describeNone(
  state: ActivityState,
  setUrl: (patch: Partial<ActivityState>) => void,
): EmptyStateProps {
  const icon = <Activity />
  if (!isFiltered(state))
    return {
      picture: (
        <EmptyPicture
          of={[
            [User, 'plain'],
            [Activity, 'accent'],
            [ListChecks, 'plain'],
          ]}
        />
      ),
      title: 'No runs yet',
      children: 'Loads, warm-ups, benchmarks, audits and other long operations appear here when they start.',
    }
  const clear = (label: string) => <Button onClick={() => setUrl(noFilters)}>{label}</Button>
  if (isOnlyRanged(state))
    return {
      ...{ icon, title: 'No runs in this time range', action: clear('Show any time') },
      children: 'The range includes runs that were open at any time in it.',
    }
  return {
    ...{ icon, title: 'No run matches', action: clear('Clear filters') },
    children: 'Runs must match all filters. Clear a filter, or choose a longer time range.',
  }
}
