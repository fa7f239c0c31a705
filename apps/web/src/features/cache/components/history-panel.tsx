'use client'
import { formatCount, Panel, Select } from '@frostline/ui'
import { CacheCharts } from '@/features/history/components/cache-charts.tsx'
import { CsvButton } from '@/features/history/components/csv-button.tsx'
import { GapList } from '@/features/history/components/gap-list.tsx'
import { describeEmpty } from '@/features/history/describe-empty.ts'
import { useCacheHistory } from '@/features/history/hooks/use-history.ts'
import { ChartRangeBar } from '@/features/time-range/chart-range-bar.tsx'
import { CloserRange } from '@/features/time-range/closer-range.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'

/** Not a valid node name: left out of URLs. */
const allNodes = '*'
const params = { node: textParam(allNodes) }

/** The caches over time, from the samples of the worker. */
export function HistoryPanel({ cluster }: { cluster: string }) {
  const [{ node }, setUrl] = useUrlState(params)
  const query = useCacheHistory(cluster, node === allNodes ? null : node)
  const history = query.data
  return (
    <Panel
      title="Over time"
      description="Sampled once a minute. Drag over a chart to zoom. Gaps mean that a node did not respond."
      minHeightPx={420}
      actions={
        <>
          <Select
            label="Nodes"
            size="sm"
            className="w-44"
            value={node}
            onValueChange={(next) => setUrl({ node: next })}
            options={[
              { value: allNodes, label: 'All nodes together' },
              ...(history?.nodeNames ?? []).map((name) => ({ value: name, label: name })),
            ]}
          />
          <ChartRangeBar />
          <CsvButton name={`${cluster}-caches`} points={history?.points ?? []} />
        </>
      }
      {...panelFromQuery(query, { task: 'read the history of the caches', empty: describeEmpty })}
      footer={
        history
          ? `Each node adds ${formatCount(history.rowsPerDay)} rows a day to the console’s database, with a maximum of ${formatCount(history.rowsAtMost)}: one-minute samples for a day, ten-minute samples for 14 days, hourly samples for 13 weeks.`
          : undefined
      }
    >
      {history ? (
        <div className="relative flex flex-col gap-5">
          <CloserRange points={history.points} />
          <CacheCharts points={history.points} />
          <GapList gaps={history.gaps} />
        </div>
      ) : null}
    </Panel>
  )
}
