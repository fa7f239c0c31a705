import { formatDuration } from '@frostline/ui'

interface RunTime {
  status: string
  active: boolean
  elapsedMs: number | null
  leftMs: number | null
}

/** How long a run will take, or took. With no bytes left it still has to end, so time left is never zero. */
export function describeRunTime({ status, active, elapsedMs, leftMs }: RunTime): {
  label: string
  value: string
  note: string
} {
  if (status === 'paused') return { label: 'Time left', value: '—', note: 'paused' }
  if (active) {
    const known = leftMs !== null && leftMs > 0
    return {
      label: 'Time left',
      value: known ? formatDuration(leftMs) : '—',
      note: known ? 'at the rate so far' : leftMs === null ? 'measuring the rate' : 'almost done',
    }
  }
  if (elapsedMs === null) return { label: 'Duration', value: '—', note: 'not started' }
  return { label: 'Duration', value: formatDuration(elapsedMs), note: 'from start to end' }
}
