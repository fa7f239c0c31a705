import { sumOverTime } from '@frostline/domain'
import { AreaOverTime, formatBytes, formatShortCount } from '@frostline/ui'
import type { LoadDetail } from '../load.ts'

/** What was in the table, since the start: a step for each batch. Nothing before the first batch is loaded. */
export function LoadCharts({ load }: { load: LoadDetail }) {
  const points = sumOverTime(
    load.startedAt,
    load.batches.map(({ finishedAt, loadedRows, loadedBytes }) => ({
      finishedAt,
      rows: loadedRows,
      bytes: loadedBytes,
      loaded: loadedBytes > 0n,
    })),
  )
  if (points.length < 2) return null
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <section aria-label="Rows over time">
        <h3 className="mb-1 font-medium text-sm">Rows in the table since the start</h3>
        <AreaOverTime
          label="Rows in the table since the start"
          heightPx={120}
          series={[{ key: 'rows', label: 'Rows', color: 'var(--color-accent)' }]}
          points={points.map(({ at, rows }) => ({ at, values: { rows: Number(rows) } }))}
          formatValue={formatShortCount}
        />
      </section>
      <section aria-label="Bytes over time">
        <h3 className="mb-1 font-medium text-sm">Bytes of the bucket in the table since the start</h3>
        <AreaOverTime
          label="Bytes of the bucket in the table since the start"
          heightPx={120}
          series={[{ key: 'bytes', label: 'Bytes', color: 'var(--color-cold)' }]}
          points={points.map(({ at, bytes }) => ({ at, values: { bytes: Number(bytes) } }))}
          formatValue={formatBytes}
        />
      </section>
    </div>
  )
}
