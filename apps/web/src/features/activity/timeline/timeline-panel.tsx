'use client'
import { formatCount, formatCountOf, Panel, useNow } from '@frostline/ui'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'
import { activityKinds } from '../activity.ts'
import type { ActivityQuery } from '../activity-filters.ts'
import { layOutTimeline, spanOf } from './lay-out-timeline.ts'
import { TimelineDrawing } from './timeline-drawing.tsx'

/** So often it is drawn anew while nothing changes: it may have a thousand bars. */
const growthMs = 5_000

/** When the runs of the list were under way. What it shows stands in the list as well. */
export function TimelinePanel({ filter }: { filter: ActivityQuery }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const nowMs = useNow()?.getTime()
  const options = trpc.runs.timeline.queryOptions(filter, { placeholderData: keepPreviousData })
  const query = useQuery(options)
  useReadAfterChanges(activityKinds, () => {
    void queryClient.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: false })
  })
  const { runs = [], total = 0 } = query.data ?? {}
  if (query.data && runs.length === 0 && !query.error) return null
  const steadyMs = nowMs && Math.ceil(nowMs / growthMs) * growthMs
  const span = steadyMs ? spanOf(filter, runs, steadyMs) : null
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
      {span ? <TimelineDrawing lanes={layOutTimeline(runs, span)} span={span} /> : null}
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
