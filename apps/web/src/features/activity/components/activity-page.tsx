'use client'
import { Button, DataTable, type EmptyStateProps, Panel } from '@frostline/ui'
import { Activity } from 'lucide-react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { ExportLink } from '@/features/status/export-link.tsx'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import {
  type ActivityState,
  activityParams,
  exportAddress,
  isFiltered,
  isOnlyRanged,
  noFilters,
} from '../activity-filters.ts'
import { useActivity } from '../hooks/use-activity.ts'
import { TimelinePanel } from '../timeline/timeline-panel.tsx'
import { activityColumns } from './activity-columns.tsx'
import { ActivityFilterBar } from './activity-filter-bar.tsx'

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
      ...{ icon, title: 'No runs yet' },
      children: 'Loads, warm-ups, benchmarks, audits and other long operations appear here when they start.',
    }
  const clear = (label: string) => <Button onClick={() => setUrl(noFilters)}>{label}</Button>
  if (isOnlyRanged(state))
    return {
      ...{ icon, title: 'No runs in this time range', action: clear('Show any time') },
      children: 'A run is in the range if it was open at some moment of it.',
    }
  return {
    ...{ icon, title: 'No run matches', action: clear('Clear filters') },
    children: 'Runs must match all filters. Clear a filter, or choose a longer time range.',
  }
}
