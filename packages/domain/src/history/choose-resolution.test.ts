import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseResolution, historyRangeNames, historyRanges, maxHistoryPoints } from './choose-resolution.ts'
import { oldestKept, sampleGrainNames, sampleGrains, tableGrainNames } from './sample-grains.ts'

const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const grains = fc.constantFrom(sampleGrainNames, tableGrainNames)

it('any range has at most 500 points, of whole buckets of a grain that is kept for all but its first step', () => {
  const spans = fc.tuple(
    times,
    fc.integer({ min: 0, max: 100 * 86_400_000 }),
    fc.integer({ min: 1, max: 100 * 86_400_000 }),
  )
  fc.assert(
    fc.property(spans, grains, ([now, agoMs, spanMs], given) => {
      const to = new Date(now.getTime() - agoMs)
      const from = new Date(to.getTime() - spanMs)
      const { fromMs, toMs, stepMs, grain } = chooseResolution({ from, to, now }, given)
      const points = (toMs - fromMs) / stepMs
      expect(Number.isInteger(points)).toBe(true)
      expect(points).toBeGreaterThan(0)
      expect(points).toBeLessThanOrEqual(maxHistoryPoints)
      expect(stepMs % (sampleGrains[grain].seconds * 1000)).toBe(0)
      expect(fromMs % stepMs).toBe(0)
      expect(given).toContain(grain)
      expect(oldestKept(now, grain).getTime()).toBeLessThanOrEqual(fromMs + stepMs)
      expect(toMs).toBeGreaterThanOrEqual(Math.min(to.getTime(), now.getTime()))
    }),
  )
})

it('the presets have the same steps at any time of day', () => {
  fc.assert(
    fc.property(times, (now) => {
      const steps = historyRangeNames.map((name) => {
        const from = new Date(now.getTime() - historyRanges[name] * 1000)
        const { stepMs, grain } = chooseResolution({ from, to: now, now })
        return `${name} ${stepMs / 60_000} ${grain}`
      })
      expect(steps).toEqual([
        '1h 1 minute',
        '6h 1 minute',
        '24h 5 minute',
        '7d 30 ten_minutes',
        '30d 120 hour',
        '13w 360 hour',
      ])
    }),
  )
})
