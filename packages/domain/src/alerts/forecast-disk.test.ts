import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forecastDisk } from './forecast-disk.ts'

const HOUR = 3_600_000
const grow = (hours: number, bytesAt: (hour: number) => number) =>
  Array.from({ length: hours }, (_, hour) => ({ atMs: hour * HOUR, usedBytes: bytesAt(hour) }))

it('measures steady growth exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 60 }), fc.integer({ min: 1, max: 1000 }), (hours, rate) => {
      const samples = grow(hours, (hour) => 1000 + hour * rate)
      const forecast = forecastDisk(samples, 1000 + (hours - 1) * rate + 240 * rate)
      expect(forecast?.bytesPerDay).toBeCloseTo(24 * rate, 6)
      expect(forecast?.daysUntilFull).toBeCloseTo(10, 6)
    }),
  )
})

it('is not skewed by a move that frees half of the disk', () => {
  const samples = grow(48, (hour) => 10_000 + hour * 10 - (hour > 40 ? 5000 : 0))
  expect(forecastDisk(samples, 20_000)?.bytesPerDay).toBeGreaterThan(150)
})

it('makes no forecast from too short a window, and none for a disk that empties', () => {
  expect(
    forecastDisk(
      grow(5, (hour) => hour),
      100,
    ),
  ).toBe(null)
  expect(forecastDisk([], 100)).toBe(null)
  expect(
    forecastDisk(
      grow(20, (hour) => 100 - hour),
      100,
    )?.daysUntilFull,
  ).toBe(null)
})
