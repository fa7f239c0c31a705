'use client'
import { answerWarmup } from '@frostline/domain'
import {
  Bytes,
  Count,
  formatByteRate,
  formatBytes,
  formatCountOf,
  formatDuration,
  Panel,
  Stat,
  useNow,
} from '@frostline/ui'
import { RunProgress } from '@/features/run/run-progress.tsx'
import type { LedgerPanel } from '@/trpc/panel-from-query.ts'
import { useWarmupProgress } from '../hooks/use-warmups.ts'
import { measureWarmup } from '../measure-warmup.ts'
import { isActiveWarmup, type WarmupDetail } from '../warmup.ts'

interface WarmupProgressProps {
  warmup: WarmupDetail
  panel: LedgerPanel
}

/** What came from the store, plus what running reads have fetched so far. */
export function WarmupProgress({ warmup, panel }: WarmupProgressProps) {
  const now = useNow()
  const active = isActiveWarmup(warmup)
  const progress = useWarmupProgress(warmup.id, active)
  const readings = active ? (progress.data?.data.readings ?? []) : []
  const fetchingBytes = readings.reduce((sum, { fetchedBytes }) => sum + fetchedBytes, 0n)
  const { share, elapsedMs, leftMs, bytesPerSecond } = measureWarmup(
    warmup,
    fetchingBytes,
    readings.length,
    warmup.finishedAt ?? (active ? now : null),
  )
  const { steps, wantedBytes, cachedBytes, fetchedBytes, cachedAfterBytes } = warmup
  const total = Object.values(steps).reduce((sum, count) => sum + count, 0)
  const away = progress.data?.nodes.filter(({ state }) => state !== 'ok') ?? []
  return (
    <Panel
      title="Progress"
      {...panel}
      sql={progress.data?.queries}
      missingNodes={
        active ? away.map(({ name, state, message }) => ({ name, reason: message ?? state })) : undefined
      }
    >
      <RunProgress
        answer={answerWarmup({
          ...warmup,
          fetchedBytes: fetchedBytes + fetchingBytes,
          failed: steps.failed,
          speedUp: warmup.comparison?.speedUp ?? null,
          leftMs,
        })}
        label={`Progress of the warm-up, ${steps.completed} of ${formatCountOf(total, 'partition')} read`}
        {...{ share, active, elapsedMs, leftMs }}
        status={warmup.status}
        underWay={readings.map(
          ({ node, fetchedBytes: bytes, elapsedMs: ms }) =>
            `${node}: ${formatBytes(bytes)} in ${formatDuration(ms)}`,
        )}
      >
        <Stat
          label="Selected"
          value={<Bytes value={wantedBytes} />}
          note={`${formatBytes(cachedBytes)} of it already cached`}
        />
        <Stat
          label="Fetched"
          value={<Bytes value={fetchedBytes + fetchingBytes} />}
          note={
            <>
              of <Bytes value={wantedBytes - cachedBytes} />, by <Count value={warmup.requests} /> GETs
            </>
          }
        />
        <Stat
          label="Cached at the end"
          value={cachedAfterBytes === null ? '—' : <Bytes value={cachedAfterBytes} />}
          note={
            cachedAfterBytes === null
              ? 'checked when all partitions are read'
              : cachedAfterBytes < wantedBytes
                ? 'the rest was evicted or not read'
                : 'all, verified on the nodes'
          }
        />
        <Stat
          label="Rate"
          value={bytesPerSecond === null ? '—' : formatByteRate(bytesPerSecond)}
          note={
            warmup.bytesPerSecond === null
              ? 'from the store, no limit'
              : `at most ${formatByteRate(warmup.bytesPerSecond)} a node`
          }
        />
      </RunProgress>
    </Panel>
  )
}
