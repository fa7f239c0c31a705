'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatElapsed,
  formatRatio,
  numberColumn,
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

/** Median and spread of each tier, beside those of a selected benchmark. */
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
    column('tier', 'Tier', { minWidthPx: 140, hideable: false }, (row) => (
      <span title={tierWords[row.tier].meaning}>{tierWords[row.tier].label}</span>
    )),
    numberColumn(
      'counted',
      'Runs counted',
      {
        minWidthPx: 116,
        description: 'Successful runs. Runs whose counters contradict the tier do not count.',
      },
      (row) => `${row.counted} of ${row.runs}`,
    ),
    numberColumn('median', 'Median', { minWidthPx: 90, grow: 1 }, (row) => formatElapsed(row.medianMs)),
    numberColumn('spread', 'Fastest to slowest', { minWidthPx: 160, grow: 1 }, (row) =>
      row.fastestMs === null ? '—' : `${formatElapsed(row.fastestMs)} – ${formatElapsed(row.slowestMs)}`,
    ),
    numberColumn('hot', 'Against hot', 100, (row) => ratioText(row.medianMs, hot)),
    ...(other
      ? [
          numberColumn(
            'other',
            'Ratio to the other',
            { minWidthPx: 136, description: 'Median of this benchmark divided by the median of the other.' },
            (row: TierSummary) => ratioText(row.medianMs, otherMedian(row)),
          ),
        ]
      : []),
    countColumn('rows', 'Rows read', { minWidthPx: 100, grow: 1 }, (row) => row.typical?.readRows ?? null),
    bytesColumn(
      'store',
      'From the store',
      { minWidthPx: 120, grow: 1 },
      (row) => row.typical?.storeBytes ?? null,
    ),
    bytesColumn(
      'cache',
      'From the cache',
      { minWidthPx: 120, grow: 1 },
      (row) => row.typical?.cacheBytes ?? null,
    ),
    countColumn('gets', 'GETs', 70, (row) => row.typical?.storeRequests ?? null),
    numberColumn(
      'cost',
      'GETs per 1,000 runs',
      { minWidthPx: 148, description: 'At the GET price of this benchmark.' },
      (row) => formatThousandRuns(row.centsPerRun, spec.currency),
    ),
  ]
}
