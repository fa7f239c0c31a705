import { DataTable, formatDuration, formatExactTime, Panel, type PanelProps, SpreadBars } from '@frostline/ui'
import { expectedOf } from '../describe-start.ts'
import type { MeasuredStart, NodeStartUp } from '../hooks/use-start-up.ts'
import { startColumns } from './start-columns.tsx'

/** More bars would be unreadable. */
const shownBars = 8

/** The starts that a worker has observed, each beside its forecast. */
export function StartsPanel({ data, panel }: { data: NodeStartUp | undefined; panel: Partial<PanelProps> }) {
  const starts = data?.starts ?? []
  const bars = starts.filter(({ loadMs }) => loadMs !== null).slice(0, shownBars)
  return (
    <Panel
      title="Measured starts"
      description="Time to load all tables at each start, and the prediction from earlier starts."
      flush
      minHeightPx={200}
      {...panel}
      missingNodes={undefined}
      footer={
        data
          ? `A worker checks each node every ${data.lookSeconds} s, or every ${data.awayLookSeconds} s while it is down or loading. The last ${data.startsKept} starts of each node are kept.`
          : undefined
      }
    >
      {bars.length > 1 ? (
        <SpreadBars
          label="Expected and measured time of each start"
          className="p-4"
          heightPx={180}
          series={series}
          formatValue={formatDuration}
          bars={bars.toReversed().map((start) => ({
            name: formatExactTime(start.startedAt).slice(5, 16),
            values: { expected: spreadOf(expectedOf(start)), measured: spreadOf(measuredOf(start)) },
          }))}
        />
      ) : null}
      <DataTable
        label="Measured starts"
        columns={startColumns}
        rows={starts}
        getRowId={(row) => row.startedAt.toISOString()}
        maxHeightPx={480}
        empty={
          <p className="p-4 text-ink-3 text-sm">
            No worker has checked this node yet. The first check runs within seconds after a worker starts.
          </p>
        }
      />
    </Panel>
  )
}

const series = [
  { key: 'expected', label: 'Expected', color: 'var(--color-accent)' },
  { key: 'measured', label: 'Measured', color: 'var(--color-cold)' },
]

function measuredOf({ loadMs }: MeasuredStart) {
  return loadMs === null ? null : { ms: loadMs, lowMs: loadMs, highMs: loadMs }
}

function spreadOf(value: { ms: number; lowMs: number; highMs: number } | null) {
  return value && { middle: value.ms, low: value.lowMs, high: value.highMs }
}
