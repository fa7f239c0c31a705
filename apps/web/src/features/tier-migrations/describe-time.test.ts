import { formatDuration } from '@frostline/ui'
import { expect, it } from 'vitest'
import { describeTime } from './describe-time.ts'

const startedAt = new Date('2026-01-01T10:00:00Z')
const running = {
  ...{ status: 'running' as const, startedAt, finishedAt: null, movedBytes: 600n, waits: false },
  ...{ now: new Date('2026-01-01T10:10:00Z'), bytesPerSecond: null, leftMs: null },
}

it('shows "not started" if nothing was started', () => {
  expect(describeTime({ ...running, status: 'planned', startedAt: null }).note).toBe('not started')
  expect(describeTime({ ...running, status: 'paused' })).toEqual({
    label: 'Time left',
    value: '—',
    note: 'paused',
  })
  expect(describeTime({ ...running, status: 'cancelled', finishedAt: running.now })).toMatchObject({
    label: 'Duration',
    value: formatDuration(600_000),
  })
})

it('shows no time left that it cannot know', () => {
  expect(describeTime(running)).toEqual({ label: 'Time left', value: '—', note: 'measuring the rate' })
  expect(describeTime({ ...running, waits: true }).note).toBe('waiting (see above)')
  expect(describeTime({ ...running, bytesPerSecond: 2048 })).toMatchObject({
    value: '—',
    note: 'at 2.00 KiB/s',
  })
  expect(describeTime({ ...running, status: 'cancelling', leftMs: 5, bytesPerSecond: 1 }).value).toBe('—')
})
