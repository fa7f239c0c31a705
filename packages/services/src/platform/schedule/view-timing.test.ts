import { expect, it } from 'vitest'
import { listNextRuns } from './view-timing.ts'

const nightly = { cron: '0 2 * * *', timeZone: 'UTC' }

it('lists the stored due time and those after it, also when it has passed', () => {
  const nextDueAt = new Date('2020-01-01T02:00:00Z')
  expect(listNextRuns({ ...nightly, nextDueAt }, 3)).toEqual([
    nextDueAt,
    new Date('2020-01-02T02:00:00Z'),
    new Date('2020-01-03T02:00:00Z'),
  ])
})

it('lists none while the schedule is disabled', () => {
  expect(listNextRuns({ ...nightly, nextDueAt: null }, 3)).toEqual([])
})
