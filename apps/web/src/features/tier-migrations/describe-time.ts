import { formatByteRate, formatDuration } from '@frostline/ui'
import { describeRunTime } from '../status/describe-run-time.ts'
import { isActive, type MigrationSummary } from './status.ts'

interface Times extends Pick<MigrationSummary, 'status' | 'startedAt' | 'finishedAt' | 'movedBytes'> {
  /** It waits for something. */
  waits: boolean
  /** Null before the page runs in a browser. */
  now: Date | null
  bytesPerSecond: number | null
  leftMs: number | null
}

/** How long it will take, or took, and the basis of that. */
export function describeTime(times: Times): { label: string; value: string; note: string } {
  const { status, startedAt, finishedAt, leftMs, bytesPerSecond } = times
  if (status === 'pausing' || status === 'cancelling')
    return {
      label: 'Time left',
      value: '—',
      note: status === 'pausing' ? 'pauses soon' : 'cancelling',
    }
  if (isActive(times)) {
    const rate = bytesPerSecond === null ? null : `at ${formatByteRate(bytesPerSecond)}`
    return {
      label: 'Time left',
      value: leftMs === null ? '—' : formatDuration(leftMs),
      note: rate ?? (times.waits ? 'waiting (see above)' : 'measuring the rate'),
    }
  }
  const end = finishedAt ?? times.now
  const elapsedMs = startedAt && end ? Math.max(0, end.getTime() - startedAt.getTime()) : null
  const ended = describeRunTime({ status, active: false, elapsedMs, leftMs })
  if (status === 'paused' || !elapsedMs) return ended
  return { ...ended, note: `${formatByteRate(Number(times.movedBytes) / (elapsedMs / 1000))} on average` }
}
