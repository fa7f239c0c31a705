'use client'
import { formatCount, Panel } from '@frostline/ui'
import { CsvButton } from '@/features/history/components/csv-button.tsx'
import { GapList } from '@/features/history/components/gap-list.tsx'
import { NodeCharts } from '@/features/history/components/node-charts.tsx'
import { describeEmpty } from '@/features/history/describe-empty.ts'
import { useNodesHistory } from '@/features/history/hooks/use-history.ts'
import { ChartRangeBar } from '@/features/time-range/chart-range-bar.tsx'
import { CloserRange } from '@/features/time-range/closer-range.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'

/** Requests of all nodes to object storage, by kind. */
export function RequestHistoryPanel({ cluster }: { cluster: string }) {
  const query = useNodesHistory(cluster)
  const history = query.data
  return (
    <Panel
      title="Requests over time"
      description="Of all nodes together, by kind, from the counters of the nodes. Sampled once a minute. Drag over a chart to zoom. Gaps: not all nodes responded."
      minHeightPx={300}
      actions={
        <>
          <ChartRangeBar />
          <CsvButton name={`${cluster}-requests`} points={history?.points ?? []} />
        </>
      }
      {...panelFromQuery(query, { task: 'read the history of requests', empty: describeEmpty })}
      footer={
        history
          ? `At most ${formatCount(history.rowsAtMost)} rows of each node in the console’s database.`
          : undefined
      }
    >
      {history ? (
        <div className="relative flex flex-col gap-5">
          <CloserRange points={history.points} />
          <NodeCharts points={history.points} storeOnly />
          <GapList gaps={history.gaps} />
        </div>
      ) : null}
    </Panel>
  )
}
