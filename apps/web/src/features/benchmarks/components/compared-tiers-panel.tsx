'use client'
import {
  Bytes,
  Count,
  type DataColumn,
  DataTable,
  formatElapsed,
  formatRatio,
  Panel,
  SpreadBars,
} from '@frostline/ui'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { type TierBenchmark, type TierSummary, tierWords } from '../benchmark.ts'
import { formatThousandRuns } from '../format-cents.ts'
import { useTierBenchmark } from '../hooks/use-benchmarks.ts'
import { CompareChoice, nameBenchmark } from './compare-choice.tsx'

/** Another benchmark beside this one. */
const params = { with: textParam() }

/** Median and spread of each tier, beside those of another benchmark where one is chosen. */
export function ComparedTiersPanel({ bench }: { bench: TierBenchmark }) {
  const [{ with: otherId }, setUrl] = useUrlState(params)
  const chosen = otherId === '' ? null : otherId
  const compared = useTierBenchmark(chosen ?? bench.id, chosen !== null).data
  const other = chosen === null ? undefined : compared
  const series = [
    { key: 'this', label: 'This benchmark', color: 'var(--color-accent)' },
    ...(other ? [{ key: 'other', label: nameBenchmark(other), color: 'var(--color-cold)' }] : []),
  ]
  return (
    <Panel
      title="Tiers"
      description="Median of the runs whose counters match the tier. The line shows the middle 50%."
      actions={
        <CompareChoice
          bench={bench}
          otherId={otherId}
          onCompare={(id) => setUrl({ with: id }, { history: 'push' })}
          fits={({ steps }) => steps.completed > 0}
        />
      }
      flush
    >
      <SpreadBars
        label="Median time by tier"
        className="p-4"
        series={series}
        formatValue={formatElapsed}
        bars={bench.tiers.map((summary) => ({
          name: tierWords[summary.tier].label,
          values: {
            this: spreadOf(summary),
            other: spreadOf(other?.tiers.find(({ tier }) => tier === summary.tier)),
          },
        }))}
      />
      <DataTable
        label="Tiers"
        columns={columnsOf(bench, other)}
        rows={bench.tiers}
        getRowId={(row) => row.tier}
      />
    </Panel>
  )
}

function spreadOf(summary: TierSummary | undefined) {
  if (!summary || summary.medianMs === null) return null
  const { medianMs, lowerQuartileMs, upperQuartileMs } = summary
  return { middle: medianMs, low: lowerQuartileMs ?? medianMs, high: upperQuartileMs ?? medianMs }
}

function ratioText(value: number | null, base: number | null): string {
  return value === null || base === null ? '—' : formatRatio(value, base)
}

function columnsOf(
  { tiers, spec }: TierBenchmark,
  other: TierBenchmark | undefined,
): readonly DataColumn<TierSummary>[] {
  const hot = tiers.find(({ tier }) => tier === 'hot')?.medianMs ?? null
  const otherMedian = ({ tier }: TierSummary) =>
    other?.tiers.find((each) => each.tier === tier)?.medianMs ?? null
  return [
    {
      id: 'tier',
      header: 'Tier',
      minWidthPx: 140,
      hideable: false,
      cell: (row) => <span title={tierWords[row.tier].meaning}>{tierWords[row.tier].label}</span>,
    },
    {
      id: 'counted',
      header: 'Runs counted',
      description: 'Successful runs. Runs whose counters contradict the tier do not count.',
      align: 'end',
      minWidthPx: 116,
      grow: 0,
      cell: (row) => `${row.counted} of ${row.runs}`,
    },
    {
      id: 'median',
      header: 'Median',
      align: 'end',
      minWidthPx: 90,
      cell: (row) => formatElapsed(row.medianMs),
    },
    {
      id: 'spread',
      header: 'Fastest to slowest',
      align: 'end',
      minWidthPx: 160,
      cell: (row) =>
        row.fastestMs === null ? '—' : `${formatElapsed(row.fastestMs)} – ${formatElapsed(row.slowestMs)}`,
    },
    {
      id: 'hot',
      header: 'Against hot',
      align: 'end',
      minWidthPx: 100,
      grow: 0,
      cell: (row) => ratioText(row.medianMs, hot),
    },
    ...(other
      ? [
          {
            id: 'other',
            header: 'Ratio to the other',
            description: 'Median of this benchmark divided by the median of the other.',
            align: 'end' as const,
            minWidthPx: 136,
            grow: 0,
            cell: (row: TierSummary) => ratioText(row.medianMs, otherMedian(row)),
          },
        ]
      : []),
    {
      id: 'rows',
      header: 'Rows read',
      align: 'end',
      minWidthPx: 100,
      cell: (row) => <Count value={row.typical?.readRows ?? null} />,
    },
    {
      id: 'store',
      header: 'From the store',
      align: 'end',
      minWidthPx: 120,
      cell: (row) => <Bytes value={row.typical?.storeBytes ?? null} />,
    },
    {
      id: 'cache',
      header: 'From the cache',
      align: 'end',
      minWidthPx: 120,
      cell: (row) => <Bytes value={row.typical?.cacheBytes ?? null} />,
    },
    {
      id: 'gets',
      header: 'GETs',
      align: 'end',
      minWidthPx: 70,
      grow: 0,
      cell: (row) => <Count value={row.typical?.storeRequests ?? null} />,
    },
    {
      id: 'cost',
      header: 'GETs of 1,000 runs',
      description: 'At the given price of GET requests.',
      align: 'end',
      minWidthPx: 148,
      grow: 0,
      cell: (row) => formatThousandRuns(row.centsPerRun, spec.currency),
    },
  ]
}
