import { expect, it } from 'vitest'
import { outcomeOfMany, outcomeOfRun } from './audit-outcome.ts'

it('maps each end of a run to its outcome', () => {
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

it('is "partly" when some of many were done and some were not', () => {
  expect(outcomeOfMany([true, true])).toBe('succeeded')
  expect(outcomeOfMany([true, false])).toBe('partly')
  expect(outcomeOfMany([false])).toBe('failed')
  expect(outcomeOfMany([])).toBe('failed')
})
