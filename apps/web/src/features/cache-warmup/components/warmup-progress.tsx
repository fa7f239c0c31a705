'use client'
import {
  Bytes,
  Count,
  formatByteRate,
  formatBytes,
  formatCountOf,
  formatDuration,
  Panel,
  ProgressBar,
  Stat,
  StatRow,
  useNow,
} from '@frostline/ui'
import { useWarmupProgress } from '../hooks/use-warmups.ts'
import { measureWarmup } from '../measure-warmup.ts'
import { isActiveWarmup, type WarmupDetail } from '../warmup.ts'

interface WarmupProgressProps {
  warmup: WarmupDetail
  readAt: Date
}

/** What came from the store, and on top of it what readings under way have fetched so far. */
export function WarmupProgress({ warmup, readAt }: WarmupProgressProps) {
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
      observedAt={readAt}
      sql={progress.data?.queries}
      missingNodes={
        active ? away.map(({ name, state, message }) => ({ name, reason: message ?? state })) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        <ProgressBar
          label={`Progress of the warm-up, ${steps.completed} of ${formatCountOf(total, 'partition')} read`}
          share={share}
          showPercent
          tone={warmup.status === 'failed' ? 'danger' : warmup.status === 'completed' ? 'ok' : 'accent'}
        />
        {warmup.waitReason ? <p className="break-words text-sm">{warmup.waitReason}</p> : null}
        <StatRow>
          <Stat
            label="Wanted"
            value={<Bytes value={wantedBytes} />}
            note={`${formatBytes(cachedBytes)} of it were cached before`}
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
                ? 'is looked at when all is read'
                : cachedAfterBytes < wantedBytes
                  ? 'the rest was pushed out, or not read'
                  : 'all of it, as the nodes show'
            }
          />
          <Stat
            label="Rate"
            value={bytesPerSecond === null ? '—' : formatByteRate(bytesPerSecond)}
            note={
              warmup.bytesPerSecond === null
                ? 'from the store, without a limit'
                : `at most ${formatByteRate(warmup.bytesPerSecond)} a node`
            }
          />
          <Stat
            label={active ? 'Time left' : 'Took'}
            value={durationOf(active ? leftMs : elapsedMs)}
            note={active ? 'at the rate so far' : 'from its start to its end'}
          />
        </StatRow>
        {readings.length > 0 ? (
          <p role="status" className="text-ink-2 text-sm">
            {readings
              .map(
                ({ node, fetchedBytes: bytes, elapsedMs: ms }) =>
                  `${node}: ${formatBytes(bytes)} in ${formatDuration(ms)}`,
              )
              .join('. ')}
            .
          </p>
        ) : null}
      </div>
    </Panel>
  )
}

function durationOf(ms: number | null): string {
  return ms === null ? '—' : formatDuration(ms)
}
