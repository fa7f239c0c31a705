import { historyRangeNames, historyRanges } from '@frostline/domain'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findCloserRange, readTimes, timesOf, writeTimes, zoomOut } from './chart-range.ts'

const now = new Date('2026-11-25T12:00:30Z')
const longestMs = historyRanges['13w'] * 1000
const keptMs = longestMs - 180_000
const times = fc
  .tuple(fc.integer({ min: 1, max: keptMs }), fc.integer({ min: 1, max: keptMs }))
  .map(([a, b]) => ({
    from: new Date(now.getTime() - Math.max(a, b) - 60_000),
    to: new Date(now.getTime() - Math.min(a, b)),
  }))

it('whole minutes that contain the times survive the address', () => {
  fc.assert(
    fc.property(times, (given) => {
      const read = readTimes({ range: '24h', ...writeTimes(given) })
      expect(read?.from.getTime()).toBeLessThanOrEqual(given.from.getTime())
      expect(read?.to.getTime()).toBeGreaterThanOrEqual(given.to.getTime())
      expect((read?.to.getTime() ?? 0) - (read?.from.getTime() ?? 0)).toBeLessThan(
        given.to.getTime() - given.from.getTime() + 120_000,
      )
    }),
  )
})

it('times that are not valid, or not in order, do not count', () => {
  for (const [from, to] of [
    ['yesterday', '2026-11-25T10:00'],
    ['2026-11-25T10:00', ''],
    ['2026-11-25T10:00', '2026-11-25T10:00'],
    ['2026-11-25T11:00', '2026-11-25T10:00'],
  ])
    expect(readTimes({ range: '24h', from: from ?? '', to: to ?? '' })).toBe(null)
})

it('zooming out contains what was shown, ends at the longest range, and is never after now', () => {
  const states = fc.oneof(
    times.map((given) => ({ range: '24h' as const, ...writeTimes(given) })),
    fc.constantFrom(...historyRangeNames).map((range) => ({ range, from: '', to: '' })),
  )
  fc.assert(
    fc.property(states, (given) => {
      let state = given
      for (let step = 0; step < 30; step++) {
        const before = timesOf(state, now)
        state = zoomOut(state, now)
        const after = timesOf(state, now)
        expect(after.to.getTime()).toBeLessThan(now.getTime() + 60_000)
        if (state.range === '13w' && state.from === '') break
        if (state.from === '') continue
        expect(after.from.getTime()).toBeLessThanOrEqual(before.from.getTime())
        expect(after.to.getTime()).toBeGreaterThanOrEqual(Math.min(before.to.getTime(), now.getTime()))
      }
      expect(state).toEqual({ range: '13w', from: '', to: '' })
    }),
  )
})

it('offers a shorter range only if it has all samples', () => {
  const points = (empty: number, sampled: number) => [
    ...Array.from({ length: empty }, () => ({ figures: null })),
    ...Array.from({ length: sampled }, () => ({ figures: {} })),
  ]
  expect(findCloserRange('24h', points(1430, 10))).toBe('1h')
  expect(findCloserRange('24h', points(1080, 360))).toBe('6h')
  expect(findCloserRange('24h', points(720, 720))).toBe(null)
  expect(findCloserRange('1h', points(59, 1))).toBe(null)
  expect(findCloserRange('24h', points(1440, 0))).toBe(null)
  expect(findCloserRange('24h', [])).toBe(null)
  fc.assert(
    fc.property(fc.constantFrom(...historyRangeNames), fc.nat(500), fc.nat(500), (range, empty, sampled) => {
      const closer = findCloserRange(range, points(empty, sampled))
      if (closer === null) return
      const neededSeconds = (sampled / (empty + sampled)) * historyRanges[range]
      expect(historyRanges[closer]).toBeLessThan(historyRanges[range])
      expect(historyRanges[closer]).toBeGreaterThanOrEqual(neededSeconds - 1e-6)
    }),
  )
})
