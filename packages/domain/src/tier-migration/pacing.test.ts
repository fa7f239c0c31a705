import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PaceGovernor } from './pace-governor.ts'
import { findPacingBreaches, type PacingSample } from './pacing.ts'

const quiet: PacingSample = {
  foregroundP95Ms: 100,
  foregroundQueries: 50,
  mergePoolBusy: 2,
  mergePoolSize: 16,
  storeRequests: 1000,
  storeErrors: 0,
}
const limits = { foregroundP95Ms: 120, mergePoolPercent: 50, storeErrorPercent: 1 }

it('says which limit is passed, with both figures', () => {
  expect(findPacingBreaches(quiet, limits)).toEqual([])
  expect(findPacingBreaches({ ...quiet, foregroundP95Ms: 180.4 }, limits)).toEqual([
    'the p95 of 50 foreground queries is 180 ms, over 120 ms',
  ])
  expect(findPacingBreaches({ ...quiet, mergePoolBusy: 9, storeErrors: 11 }, limits)).toEqual([
    '9 of 16 merge threads are busy, over 50 %',
    '11 of 1000 requests to the object store failed, over 1 %',
  ])
})

it('looks only at what is limited, and takes silence and single failures for no breach', () => {
  expect(findPacingBreaches({ ...quiet, foregroundP95Ms: 9e9, mergePoolBusy: 16 }, {})).toEqual([])
  expect(findPacingBreaches({ ...quiet, foregroundP95Ms: null }, limits)).toEqual([])
  expect(findPacingBreaches({ ...quiet, storeRequests: 3, storeErrors: 1 }, limits)).toEqual([])
  expect(findPacingBreaches({ ...quiet, mergePoolBusy: 0, mergePoolSize: 0 }, limits)).toEqual([])
})

it('slows down at a breach, waits while it lasts, and comes back to full speed when it is quiet', () => {
  const governor = new PaceGovernor()
  for (let look = 0; look < 20; look++) governor.observe([])
  expect(governor.share).toBe(1)
  expect(governor.restMs(500)).toBe(0)
  governor.observe(['slow'])
  governor.observe(['slow'])
  expect(governor.share).toBe(0.5)
  expect(governor.breaches).toEqual(['slow'])
  governor.observe([])
  expect(governor.breaches).toEqual([])
  expect(governor.restMs(900)).toBeCloseTo(900 * (16 / 9 - 1))
})

it('never stands still for good and never passes full speed', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (looks) => {
      const governor = new PaceGovernor()
      for (const breach of looks) {
        governor.observe(breach ? ['slow'] : [])
        expect(governor.share).toBeGreaterThanOrEqual(1 / 16)
        expect(governor.share).toBeLessThanOrEqual(1)
      }
    }),
  )
})
