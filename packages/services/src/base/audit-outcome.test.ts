import { expect, it } from 'vitest'
import { outcomeOfMany, outcomeOfRun } from './audit-outcome.ts'

it('says of each end of a run what it was', () => {
  const ends = ['completed', 'paused', 'waiting', 'failed', 'cancelled'].map((status) => [
    outcomeOfRun({ status, didSome: false }),
    outcomeOfRun({ status, didSome: true }),
  ])
  expect(ends).toEqual([
    ['succeeded', 'succeeded'],
    ['succeeded', 'succeeded'],
    ['succeeded', 'succeeded'],
    ['failed', 'partly'],
    ['cancelled', 'cancelled'],
  ])
})

it('says "partly" of many when some were done and some were not', () => {
  expect(outcomeOfMany([true, true])).toBe('succeeded')
  expect(outcomeOfMany([true, false])).toBe('partly')
  expect(outcomeOfMany([false])).toBe('failed')
  expect(outcomeOfMany([])).toBe('failed')
})
