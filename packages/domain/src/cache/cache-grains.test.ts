import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  cacheGrainNames,
  cacheGrains,
  cacheRangeNames,
  cacheRanges,
  cacheRowsPerDay,
  floorToGrain,
  maxCacheRows,
  oldestKept,
} from './cache-grains.ts'

const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

it('a time is in its bucket, and a fine bucket is contained in one coarse bucket', () => {
  fc.assert(
    fc.property(times, (at) => {
      for (const grain of cacheGrainNames) {
        const start = floorToGrain(at, grain)
        expect(start <= at).toBe(true)
        expect(at.getTime() - start.getTime()).toBeLessThan(cacheGrains[grain].seconds * 1000)
        expect(floorToGrain(floorToGrain(at, 'minute'), grain)).toEqual(start)
      }
    }),
  )
})

it('a node writes 1,608 rows a day and has at most 5,640', () => {
  expect(cacheRowsPerDay).toBe(1_440 + 144 + 24)
  expect(maxCacheRows).toBe(1_440 + 2_016 + 2_184)
  fc.assert(
    fc.property(times, (now) => {
      let kept = 0
      for (const grain of cacheGrainNames) {
        const spanMs = floorToGrain(now, grain).getTime() - oldestKept(now, grain).getTime()
        kept += spanMs / (cacheGrains[grain].seconds * 1000) + 1
      }
      expect(kept).toBe(maxCacheRows)
    }),
  )
})

it('every range consists of whole buckets that are kept', () => {
  for (const range of cacheRangeNames) {
    const { grain, stepSeconds, steps } = cacheRanges[range]
    expect(stepSeconds % cacheGrains[grain].seconds).toBe(0)
    expect(steps * stepSeconds).toBeLessThanOrEqual(cacheGrains[grain].keptSeconds)
    expect(steps).toBeLessThanOrEqual(182)
  }
})
