'use client'
import { type DiskStep, diskSteps } from '@frostline/domain'
import {
  Bytes,
  Count,
  type DataColumn,
  DataTable,
  formatByteRate,
  formatCountRate,
  formatElapsed,
  formatRatio,
  Panel,
  SpreadBars,
} from '@frostline/ui'
import { CompareChoice } from '../components/compare-choice.tsx'
import { type DiskBenchmark, type DiskCase, nameCase, shortNameOfCase, stepWords } from './disk.ts'

interface ThroughputPanelProps {
  bench: DiskBenchmark
  /** The one that it is compared with, when it is there. */
  other: DiskBenchmark | undefined
  otherId: string
  onCompare: (id: string) => void
}

const colors: Record<DiskStep, string> = {
  insert: 'var(--color-hot)',
  'read-cold': 'var(--color-cold)',
  'read-warm': 'var(--color-accent)',
}

/** Median and spread of each shape, and how another disk did the same. */
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
    {
      id: 'shape',
      header: 'Shape',
      minWidthPx: 220,
      hideable: false,
      cell: (row) => (
        <span className="truncate" title={row.key}>
          {nameCase(row)}
        </span>
      ),
    },
    {
      id: 'files',
      header: 'Files',
      align: 'end',
      minWidthPx: 72,
      grow: 0,
      sortValue: (row) => row.files,
      cell: (row) => <Count value={row.files} />,
    },
    {
      id: 'bytes',
      header: 'Size',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.bytes} />,
    },
    {
      id: 'rows',
      header: 'Rows inserted',
      align: 'end',
      minWidthPx: 124,
      grow: 0,
      cell: (row) => formatCountRate(row.steps.insert.rowsPerSecond, 'rows'),
    },
    ...diskSteps.flatMap((step): DataColumn<DiskCase>[] => [
      {
        id: step,
        header: stepWords[step],
        description: 'At the median time. Fastest and slowest times are listed next to it.',
        align: 'end',
        minWidthPx: 104,
        grow: 0,
        sortDescFirst: true,
        sortValue: (row) => row.steps[step].bytesPerSecond,
        cell: (row) => formatSpeed(row.steps[step].bytesPerSecond),
      },
      {
        id: `${step} time`,
        header: 'Median, range',
        align: 'end',
        minWidthPx: 200,
        cell: ({ steps }) => describeTimes(steps[step]),
      },
      ...(requests
        ? [
            {
              id: `${step} requests`,
              header: step === 'insert' ? 'PUTs' : 'GETs',
              align: 'end' as const,
              minWidthPx: 70,
              grow: 0,
              cell: (row: DiskCase) => <Count value={row.steps[step].requests} />,
            },
          ]
        : []),
      ...(other
        ? [
            {
              id: `${step} other`,
              header: 'Ratio to the other',
              description: 'Throughput of this benchmark divided by the other.',
              align: 'end' as const,
              minWidthPx: 136,
              grow: 0,
              cell: (row: DiskCase) =>
                formatRatio(row.steps[step].bytesPerSecond, otherOf(row)?.steps[step].bytesPerSecond ?? null),
            },
          ]
        : []),
    ]),
  ]
}

function describeTimes({ medianMs, fastestMs, slowestMs }: DiskCase['steps'][DiskStep]): string {
  if (medianMs === null) return '—'
  return `${formatElapsed(medianMs)}, ${formatElapsed(fastestMs)} – ${formatElapsed(slowestMs)}`
}
