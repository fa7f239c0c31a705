import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeBreaker, MAX_FAILURES_IN_A_ROW } from './breaker.ts'

const plannedBytes = 10n ** 9n

it('lets a few failures pass and stops a row of them', () => {
  expect(judgeBreaker({ failures: MAX_FAILURES_IN_A_ROW - 1, wastedBytes: 0n, plannedBytes })).toBeNull()
  expect(judgeBreaker({ failures: MAX_FAILURES_IN_A_ROW, wastedBytes: 0n, plannedBytes })?.breaker).toBe(
    'failures',
  )
})

it('stops once far more went out in vain than there is to move, but not for small change', () => {
  expect(judgeBreaker({ failures: 2, wastedBytes: 3n * plannedBytes, plannedBytes })?.breaker).toBe(
    'wasted-uploads',
  )
  expect(judgeBreaker({ failures: 2, wastedBytes: 2n * plannedBytes, plannedBytes })).toBeNull()
  expect(judgeBreaker({ failures: 2, wastedBytes: 60_000_000n, plannedBytes: 1000n })).toBeNull()
})

it('never closes again as failures and waste grow', () => {
  const bytes = fc.bigInt({ min: 0n, max: 10n ** 13n })
  fc.assert(
    fc.property(fc.nat(20), bytes, fc.nat(20), bytes, bytes, (failures, waste, more, moreWaste, planned) => {
      const first = judgeBreaker({ failures, wastedBytes: waste, plannedBytes: planned })
      const later = judgeBreaker({
        failures: failures + more,
        wastedBytes: waste + moreWaste,
        plannedBytes: planned,
      })
      expect(first === null || later !== null).toBe(true)
    }),
  )
})
