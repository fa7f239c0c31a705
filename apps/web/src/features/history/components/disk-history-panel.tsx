'use client'
import { formatBytes, formatExactTime, Panel, tierColors } from '@frostline/ui'
import type { ReactNode } from 'react'
import { CloserRange } from '@/features/time-range/closer-range.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeEmpty } from '../describe-empty.ts'
import { type DiskHistory, useDiskHistory } from '../hooks/use-history.ts'
import { CsvButton } from './csv-button.tsx'
import { HistoryChart } from './history-chart.tsx'

type Disk = DiskHistory['disks'][number]

interface DiskHistoryPanelProps {
  cluster: string
  /** Null: not known yet. */
  node: string | null
  actions?: ReactNode
}

/** Used and free space of each disk of a node. */
export function DiskHistoryPanel({ cluster, node, actions }: DiskHistoryPanelProps) {
  const query = useDiskHistory(cluster, node)
  const disks = listShown(query.data?.disks ?? [])
  const rows = (disks[0]?.points ?? []).map(({ at }, index) => ({
    at,
    figures: Object.fromEntries(
      disks.flatMap(({ disk, points }) => [
        [`${disk} used bytes`, points[index]?.usedBytes ?? null],
        [`${disk} total bytes`, points[index]?.totalBytes ?? null],
      ]),
    ),
  }))
  return (
    <Panel
      title="Disks over time"
      description="Used and free space of local disks. Of object storage the bytes of active parts of this node."
      minHeightPx={320}
      actions={
        <>
          {actions}
          <CsvButton name={`${node ?? cluster}-disks`} points={rows} />
        </>
      }
      {...panelFromQuery(query, {
        task: `read the history of the disks of ${node ?? 'this node'}`,
        empty: ({ observedAt, disks: given }) => describeEmpty({ observedAt, points: listSampled(given) }),
      })}
    >
      <div className="relative grid gap-5 lg:grid-cols-2">
        <CloserRange points={listSampled(disks)} />
        {disks.map((disk) => (
          <DiskChart key={disk.disk} disk={disk} />
        ))}
      </div>
    </Panel>
  )
}

/** For each step of the range, whether some disk has a sample. */
function listSampled(disks: readonly Disk[]): { figures: object | null }[] {
  return (disks[0]?.points ?? []).map((_, index) => ({
    figures: disks.some(({ points }) => (points[index]?.usedBytes ?? null) !== null) ? {} : null,
  }))
}

/** Local disks first. Object storage that holds no part, such as behind a cache, is left out. */
function listShown(disks: readonly Disk[]): Disk[] {
  return [
    ...disks.filter(({ tier }) => tier === 'hot'),
    ...disks.filter(({ tier, points }) => tier === 'cold' && points.some(({ usedBytes }) => usedBytes)),
  ]
}

const freeSeries = { key: 'freeBytes', label: 'Free', color: tierColors.free }

function DiskChart({ disk: { disk, tier, points, forecast } }: { disk: Disk }) {
  const used = { key: 'usedBytes', label: 'Used', color: tierColors[tier] }
  return (
    <HistoryChart
      title={disk}
      unit={tier === 'hot' ? 'Bytes of the file system, by all its users.' : 'Bytes of active parts.'}
      note={<p className="text-ink-2 text-xs">{tier === 'hot' ? describeForecast(forecast) : 'No limit.'}</p>}
      stacked={tier === 'hot'}
      series={tier === 'hot' ? [used, freeSeries] : [used]}
      points={points.map(({ at, usedBytes, totalBytes }) => ({
        at,
        values: {
          usedBytes: usedBytes === null ? null : Number(usedBytes),
          freeBytes: usedBytes === null || totalBytes === null ? null : Number(totalBytes - usedBytes),
        },
      }))}
      formatValue={formatBytes}
    />
  )
}

function describeForecast(forecast: Disk['forecast']): string {
  if (!forecast) return 'A forecast needs six hours of samples.'
  const { bytesPerDay, fullAt, measuredHours } = forecast
  const over = `over the last ${Math.round(measuredHours)} hours`
  if (fullAt === null) return `Does not grow ${over}.`
  return `Grows by ${formatBytes(bytesPerDay)} a day ${over}. At this rate it is full on ${formatExactTime(fullAt).slice(0, 10)}.`
}
