'use client'
import { type HistoryRange, historyRangeNames } from '@frostline/domain'
import {
  AreaOverTime,
  formatBytes,
  formatCount,
  formatExactTime,
  formatPercent,
  Panel,
  Select,
  tierColors,
} from '@frostline/ui'
import { choiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type CacheHistory, useCacheHistory } from '../hooks/use-caches.ts'

/** Not a valid node name: left out of URLs. */
const allNodes = '*'
const params = { range: choiceParam(historyRangeNames, '24h'), node: textParam(allNodes) }

const rangeLabels: Record<HistoryRange, string> = {
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '13w': 'Last 13 weeks',
}

/** The caches over time, from the samples of the worker. */
export function HistoryPanel({ cluster }: { cluster: string }) {
  const [{ range, node }, setUrl] = useUrlState(params)
  const query = useCacheHistory(cluster, range, node === allNodes ? null : node)
  const history = query.data
  return (
    <Panel
      title="Over time"
      description="Sampled once a minute. Gaps mean that a node did not respond."
      minHeightPx={420}
      actions={
        <span className="flex flex-wrap gap-2">
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
          <Select
            label="Time shown"
            size="sm"
            className="w-44"
            value={range}
            onValueChange={(next) => setUrl({ range: next })}
            options={historyRangeNames.map((value) => ({ value, label: rangeLabels[value] }))}
          />
        </span>
      }
      {...panelFromQuery(query, {
        task: 'read the history of the caches',
        empty: ({ points }) =>
          points.some(({ figures }) => figures)
            ? null
            : {
                title: 'No data for this time range yet',
                children:
                  'Data appears two minutes after a worker and the nodes have started. "All nodes together" shows times for which all nodes responded.',
              },
      })}
      footer={
        history
          ? `Each node adds ${formatCount(history.rowsPerDay)} rows a day to the console’s database, with a maximum of ${formatCount(history.rowsAtMost)}: one-minute samples for a day, ten-minute samples for 14 days, hourly samples for 13 weeks.`
          : undefined
      }
    >
      {history ? <Charts history={history} /> : null}
    </Panel>
  )
}

function Charts({ history }: { history: CacheHistory }) {
  const { points, gaps } = history
  const pick = (
    read: (figures: NonNullable<(typeof points)[number]['figures']>) => Record<string, number | null>,
  ) => points.map(({ at, figures }) => ({ at, values: figures ? read(figures) : {} }))
  return (
    <div className="flex flex-col gap-5">
      <Chart title="Hit ratio">
        <AreaOverTime
          label="Hit ratio over time"
          heightPx={160}
          series={ratioSeries}
          points={pick(({ byteHitRatio, requestHitRatio }) => ({ byteHitRatio, requestHitRatio }))}
          formatValue={(value) => (value === null ? 'no reads' : formatPercent(value))}
        />
      </Chart>
      <div className="grid gap-5 lg:grid-cols-2">
        <Chart title="Read per second">
          <AreaOverTime
            label="Bytes read per second over time"
            heightPx={160}
            stacked
            series={byteSeries}
            points={pick(({ fromCacheBytesPerSecond, fromStoreBytesPerSecond }) => ({
              fromCacheBytesPerSecond,
              fromStoreBytesPerSecond,
            }))}
            formatValue={formatBytes}
          />
        </Chart>
        <Chart title="Size">
          <AreaOverTime
            label="Size of the caches over time"
            heightPx={160}
            series={sizeSeries}
            points={pick(({ sizeBytes }) => ({ sizeBytes: Number(sizeBytes) }))}
            formatValue={formatBytes}
          />
        </Chart>
      </div>
      {gaps.length > 0 ? <Gaps gaps={gaps} /> : null}
    </div>
  )
}

function Chart({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 font-medium text-sm">{title}</h3>
      {children}
    </section>
  )
}

const shownGaps = 10

function Gaps({ gaps }: { gaps: CacheHistory['gaps'] }) {
  return (
    <section aria-label="Gaps" className="text-xs">
      <h3 className="mb-1 font-medium text-sm">No response</h3>
      <ul className="flex flex-col gap-0.5 text-ink-2">
        {gaps
          .toReversed()
          .slice(0, shownGaps)
          .map(({ node, from, to }) => (
            <li key={`${node ?? ''} ${from.toISOString()}`}>
              <span aria-hidden className="hatch mr-1.5 inline-block size-2 rounded-xs" />
              <span className="font-mono">{node}</span>, {formatExactTime(from)} to {formatExactTime(to)}
            </li>
          ))}
      </ul>
      {gaps.length > shownGaps ? (
        <p className="mt-1 text-ink-3">and {formatCount(gaps.length - shownGaps)} earlier gaps.</p>
      ) : null}
    </section>
  )
}

const ratioSeries = [
  { key: 'byteHitRatio', label: 'By bytes', color: tierColors.cache },
  { key: 'requestHitRatio', label: 'By requests', color: 'var(--color-accent)' },
]
const byteSeries = [
  { key: 'fromCacheBytesPerSecond', label: 'From the cache', color: tierColors.cache },
  { key: 'fromStoreBytesPerSecond', label: 'From the store', color: tierColors.cold },
]
const sizeSeries = [{ key: 'sizeBytes', label: 'Size', color: tierColors.cache }]
