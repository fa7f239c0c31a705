'use client'
import { formatCount, Panel } from '@frostline/ui'
import { ChartRangeBar } from '@/features/time-range/chart-range-bar.tsx'
import { CloserRange } from '@/features/time-range/closer-range.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeEmpty } from '../describe-empty.ts'
import { useCacheHistory, useNodeHistory } from '../hooks/use-history.ts'
import { CacheCharts } from './cache-charts.tsx'
import { CsvButton } from './csv-button.tsx'
import { DiskHistoryPanel } from './disk-history-panel.tsx'
import { GapList } from './gap-list.tsx'
import { NodeCharts } from './node-charts.tsx'

export function NodeHistoryTab({ cluster, node }: { cluster: string; node: string }) {
  const query = useNodeHistory(cluster, node)
  const caches = useCacheHistory(cluster, node)
  const history = query.data
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="History"
        description="Sampled once a minute. Drag over a chart to zoom. Gaps: the node did not respond."
        minHeightPx={420}
        actions={
          <>
            <ChartRangeBar />
            <CsvButton name={`${node}-history`} points={history?.points ?? []} />
          </>
        }
        {...panelFromQuery(query, { task: `read the history of ${node}`, empty: describeEmpty })}
        footer={
          history
            ? `At most ${formatCount(history.rowsAtMost)} rows of each node in the console’s database: samples of a minute for a day, of ten minutes for 14 days, hourly samples for 13 weeks.`
            : undefined
        }
      >
        {history ? (
          <div className="relative flex flex-col gap-5">
            <CloserRange points={history.points} />
            <NodeCharts points={history.points} />
            <GapList gaps={history.gaps} />
          </div>
        ) : null}
      </Panel>
      <DiskHistoryPanel cluster={cluster} node={node} />
      <Panel
        title="Filesystem caches over time"
        minHeightPx={420}
        actions={<CsvButton name={`${node}-caches`} points={caches.data?.points ?? []} />}
        {...panelFromQuery(caches, { task: 'read the history of the caches', empty: describeEmpty })}
      >
        {caches.data ? <CacheCharts points={caches.data.points} /> : null}
      </Panel>
    </div>
  )
}
