'use client'
import { type DiskStep, diskSteps } from '@frostline/domain'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatByteRate,
  formatCountRate,
  formatElapsed,
  formatRatio,
  numberColumn,
  Panel,
  SpreadBars,
} from '@frostline/ui'
import { CompareChoice } from '../components/compare-choice.tsx'
import { type DiskBenchmark, type DiskCase, nameCase, shortNameOfCase, stepWords } from './disk.ts'

interface ThroughputPanelProps {
  bench: DiskBenchmark
  /** The benchmark it is compared with, if loaded. */
  other: DiskBenchmark | undefined
  otherId: string
  onCompare: (id: string) => void
}

const colors: Record<DiskStep, string> = {
  insert: 'var(--color-hot)',
  'read-cold': 'var(--color-cold)',
  'read-warm': 'var(--color-accent)',
}

/** Median and spread of each shape, compared with another disk. */
export function ThroughputPanel({ bench, other, otherId, onCompare }: ThroughputPanelProps) {
  return (
    <Panel
      title="Throughput"
      description="Bytes on the disk divided by the median time of verified runs. The line shows the middle 50%. A shape is columns × parts."
      actions={<CompareChoice bench={bench} otherId={otherId} onCompare={onCompare} />}
      flush
    >
      <SpreadBars
        label="Throughput by shape"
        className="p-4"
        series={diskSteps.map((step) => ({ key: step, label: stepWords[step], color: colors[step] }))}
        formatValue={formatSpeed}
        bars={bench.cases.map((shape) => ({
          name: shortNameOfCase(shape),
          values: Object.fromEntries(diskSteps.map((step) => [step, spreadOf(shape, step)])),
        }))}
      />
      <DataTable
        label="Throughput"
        columns={columnsOf(bench, other)}
        rows={bench.cases}
        getRowId={(row) => row.key}
      />
    </Panel>
  )
}

const formatSpeed = (bytesPerSecond: number | null) =>
  bytesPerSecond === null ? '—' : formatByteRate(bytesPerSecond)

/** The slower quartile of times is the lower one of throughput. */
function spreadOf({ steps, bytes }: DiskCase, step: DiskStep) {
  const { bytesPerSecond, lowerQuartileMs, upperQuartileMs } = steps[step]
  if (bytesPerSecond === null || bytes === null) return null
  const speed = (ms: number | null) =>
    ms === null || ms <= 0 ? bytesPerSecond : (Number(bytes) * 1_000) / ms
  return { middle: bytesPerSecond, low: speed(upperQuartileMs), high: speed(lowerQuartileMs) }
}

function columnsOf(bench: DiskBenchmark, other: DiskBenchmark | undefined): readonly DataColumn<DiskCase>[] {
  const otherOf = ({ key }: DiskCase) => other?.cases.find((each) => each.key === key)
  const requests = bench.spec.kind !== 'local'
  return [
    column('shape', 'Shape', { minWidthPx: 220, hideable: false }, (row) => (
      <span className="truncate" title={row.key}>
        {nameCase(row)}
      </span>
    )),
    countColumn('files', 'Files', { minWidthPx: 72, sorted: true }, (row) => row.files),
    bytesColumn('bytes', 'Size', 90, (row) => row.bytes),
    numberColumn('rows', 'Rows inserted', 124, (row) =>
      formatCountRate(row.steps.insert.rowsPerSecond, 'rows'),
    ),
    ...diskSteps.flatMap((step): DataColumn<DiskCase>[] => [
      numberColumn(
        step,
        stepWords[step],
        {
          minWidthPx: 104,
          description: 'At the median time. Fastest and slowest times are listed next to it.',
          sortValue: (row) => row.steps[step].bytesPerSecond,
        },
        (row) => formatSpeed(row.steps[step].bytesPerSecond),
      ),
      numberColumn(`${step} time`, 'Median, range', { minWidthPx: 200, grow: 1 }, ({ steps }) =>
        describeTimes(steps[step]),
      ),
      ...(requests
        ? [
            countColumn(
              `${step} requests`,
              step === 'insert' ? 'PUTs' : 'GETs',
              70,
              (row: DiskCase) => row.steps[step].requests,
            ),
          ]
        : []),
      ...(other
        ? [
            numberColumn(
              `${step} other`,
              'Ratio to the other',
              { minWidthPx: 136, description: 'Throughput of this benchmark divided by the other.' },
              (row: DiskCase) =>
                formatRatio(row.steps[step].bytesPerSecond, otherOf(row)?.steps[step].bytesPerSecond ?? null),
            ),
          ]
        : []),
    ]),
  ]
}

function describeTimes({ medianMs, fastestMs, slowestMs }: DiskCase['steps'][DiskStep]): string {
  if (medianMs === null) return '—'
  return `${formatElapsed(medianMs)}, ${formatElapsed(fastestMs)} – ${formatElapsed(slowestMs)}`
}
