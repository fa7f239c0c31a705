import { expect, it } from 'vitest'
import { describeRunTime } from './describe-run-time.ts'

const run = { status: 'running', active: true, elapsedMs: 5000, leftMs: null }

it('shows no time left of zero while the run continues', () => {
  expect(describeRunTime({ ...run, leftMs: 0 })).toEqual({
    label: 'Time left',
    value: '—',
    note: 'almost done',
  })
  expect(describeRunTime(run).note).toBe('measuring the rate')
  expect(describeRunTime({ ...run, leftMs: 60_000 }).note).toBe('at the rate so far')
})

it('does not show a duration for a paused run, nor that it was not started', () => {
  expect(describeRunTime({ ...run, status: 'paused', active: false, elapsedMs: null })).toEqual({
    label: 'Time left',
    value: '—',
    note: 'paused',
  })
  expect(describeRunTime({ ...run, active: false, elapsedMs: null }).note).toBe('not started')
})
