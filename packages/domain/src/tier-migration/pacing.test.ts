import { expect, it } from 'vitest'
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
