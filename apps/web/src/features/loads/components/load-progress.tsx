'use client'
import { answerLoad } from '@frostline/domain'
import {
  Bytes,
  Count,
  formatByteRate,
  formatBytes,
  formatCountOf,
  formatCountRate,
  Stat,
  shareOf,
  useNow,
} from '@frostline/ui'
import { RunProgress } from '@/features/run/run-progress.tsx'
import { late } from '@/navigation/late.tsx'
import { useLoadProgress } from '../hooks/use-load.ts'
import { isActiveLoad, type LoadDetail } from '../load.ts'

const LoadCharts = late(async () => (await import('./load-charts.tsx')).LoadCharts)

/** What is in the table, plus what running statements have read so far. */
export function LoadProgress({ load }: { load: LoadDetail }) {
  const now = useNow()
  const active = isActiveLoad(load)
  const progress = useLoadProgress(load.id, active)
  const reading = active ? (progress.data?.data.readBytes ?? 0n) : 0n
  const open = load.totalBytes - load.loadedBytes
  const seen = load.loadedBytes + (reading < open ? reading : open)
  const end = load.finishedAt ?? (active ? now : null)
  const elapsedMs = load.startedAt && end ? Math.max(0, end.getTime() - load.startedAt.getTime()) : null
  const seconds = elapsedMs === null || elapsedMs === 0 ? null : elapsedMs / 1_000
  const bytesPerSecond = seconds === null ? null : Number(seen) / seconds
  const leftMs =
    active && bytesPerSecond !== null && bytesPerSecond > 0
      ? (Number(load.totalBytes - seen) / bytesPerSecond) * 1_000
      : null
  const troubled = load.files.failed + load.files.changed
  const done = load.status === 'completed'
  return (
    <div className="flex flex-col gap-4">
      <RunProgress
        answer={answerLoad({
          ...load,
          target: `${load.database}.${load.table}`,
          loadedFiles: load.files.loaded,
          failedFiles: troubled,
          leftMs,
        })}
        label={`Progress of the load, ${formatBytes(seen)} of ${formatBytes(load.totalBytes)}`}
        share={done ? 1 : shareOf(seen, load.totalBytes)}
        {...{ active, elapsedMs, leftMs }}
        status={load.status}
      >
        <Stat
          label="Objects loaded"
          value={<Count value={load.files.loaded} />}
          note={`of ${formatCountOf(load.totalFiles, 'object')}${troubled > 0 ? `, ${troubled} failed or changed` : ''}`}
        />
        <Stat
          label="Bytes loaded"
          value={<Bytes value={load.loadedBytes} />}
          note={`of ${formatBytes(load.totalBytes)} in the bucket`}
        />
        <Stat
          label="Rows loaded"
          value={<Count value={load.loadedRows} />}
          note={
            load.skippedRows > 0n
              ? `${formatCountOf(load.skippedRows, 'bad row')} skipped`
              : done && load.rowsBefore !== null && load.rowsAfter !== null
                ? `the table has ${formatCountOf(load.rowsAfter - load.rowsBefore, 'more row')}`
                : 'counted by object'
          }
        />
        <Stat
          label="Rate"
          value={bytesPerSecond === null ? '—' : formatByteRate(bytesPerSecond)}
          note={
            seconds !== null
              ? formatCountRate(Number(load.loadedRows) / seconds, 'row')
              : load.startedAt
                ? load.status
                : 'not started'
          }
        />
      </RunProgress>
      <LoadCharts load={load} />
    </div>
  )
}
