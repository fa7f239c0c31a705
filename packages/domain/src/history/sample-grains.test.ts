import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  floorToGrain,
  maxSampleRows,
  oldestKept,
  sampleGrainNames,
  sampleGrains,
  sampleRowsPerDay,
  tableGrainNames,
} from './sample-grains.ts'

const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

it('a time is in its bucket, and a fine bucket is contained in one coarse bucket', () => {
  fc.assert(
    fc.property(times, (at) => {
      for (const grain of sampleGrainNames) {
        const start = floorToGrain(at, grain)
        expect(start <= at).toBe(true)
        expect(at.getTime() - start.getTime()).toBeLessThan(sampleGrains[grain].seconds * 1000)
        expect(floorToGrain(floorToGrain(at, 'minute'), grain)).toEqual(start)
      }
    }),
  )
})

it('a node writes 1,608 rows a day and has at most 5,640; a table 168 and 4,200', () => {
  expect(sampleRowsPerDay()).toBe(1_440 + 144 + 24)
  expect(maxSampleRows()).toBe(1_440 + 2_016 + 2_184)
  expect(sampleRowsPerDay(tableGrainNames)).toBe(144 + 24)
  expect(maxSampleRows(tableGrainNames)).toBe(2_016 + 2_184)
  fc.assert(
    fc.property(times, (now) => {
      let kept = 0
      for (const grain of sampleGrainNames) {
        const spanMs = floorToGrain(now, grain).getTime() - oldestKept(now, grain).getTime()
        kept += spanMs / (sampleGrains[grain].seconds * 1000) + 1
      }
      expect(kept).toBe(maxSampleRows())
    }),
  )
})
