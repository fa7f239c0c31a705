import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOfWork } from '../time-window/end-of-work.ts'
import { arbitraryWindow } from '../time-window/testing/arbitrary-window.ts'
import { isWindowOpen } from '../time-window/window-changes.ts'
import { estimateDuration, fewestMeasured, measureRates } from './estimate-run.ts'
import { spreadOverTime } from './spread-over-time.ts'

const move = fc.record({
  bytes: fc.bigInt({ min: 1n, max: 1n << 40n }),
  elapsedMs: fc.integer({ min: 1, max: 86_400_000 }),
})
const moves = fc.array(move, { minLength: fewestMeasured, maxLength: 40 })
const work = fc.array(
  fc.record({ bytes: fc.bigInt({ min: 0n, max: 1n << 40n }), steps: fc.integer({ min: 1, max: 50 }) }),
  { maxLength: 5 },
)

describe('measureRates', () => {
  it('gives a range within what was measured, in any order', () => {
    fc.assert(
      fc.property(moves, (measured) => {
        const rates = measureRates(measured)
        const each = measured.map(({ bytes, elapsedMs }) => (Number(bytes) * 1000) / elapsedMs)
        expect(rates?.slow).toBeGreaterThanOrEqual(Math.min(...each))
        expect(rates?.fast).toBeLessThanOrEqual(Math.max(...each))
        expect(rates?.slow).toBeLessThanOrEqual(rates?.fast ?? 0)
        expect(measureRates(measured.toReversed())).toEqual(rates)
      }),
    )
  })
  it('gives none from fewer than a few, nor from statements that moved nothing', () => {
    const one = { bytes: 10n, elapsedMs: 10 }
    const few = new Array(fewestMeasured - 1).fill(one)
    expect(measureRates([...few, { bytes: 0n, elapsedMs: 10 }, { bytes: 10n, elapsedMs: 0 }])).toBeNull()
    expect(measureRates([...few, one])).toEqual({ slow: 1_000, fast: 1_000, measured: fewestMeasured })
  })
})

describe('estimateDuration', () => {
  const rates = { slow: 1_000, fast: 4_000, measured: 9 }
  it('takes as long as the replica that has most to copy', () => {
    const replicas = [
      { bytes: 40_000n, steps: 2 },
      { bytes: 8_000n, steps: 9 },
    ]
    expect(estimateDuration(replicas, rates, {})).toEqual({ fastMs: 10_000, slowMs: 40_000 })
    expect(estimateDuration(replicas, rates, { concurrencyPerReplica: 4 })).toEqual({
      ...{ fastMs: 5_000, slowMs: 40_000 },
    })
    expect(estimateDuration(replicas, rates, { bandwidthBytesPerSecond: '2000' })).toEqual({
      ...{ fastMs: 20_000, slowMs: 40_000 },
    })
  })
  it('is a range, never shorter with a limit or with more to do', () => {
    fc.assert(
      fc.property(moves, work, fc.integer({ min: 65_536, max: 1e9 }), (measured, replicas, limit) => {
        const range = measureRates(measured)
        if (!range) throw new Error('Enough was measured.')
        const free = estimateDuration(replicas, range, { concurrencyPerReplica: 3 })
        const limited = estimateDuration(replicas, range, {
          ...{ concurrencyPerReplica: 3, bandwidthBytesPerSecond: String(limit) },
        })
        const more = estimateDuration(
          replicas.map((each) => ({ ...each, bytes: each.bytes * 2n })),
          range,
          { concurrencyPerReplica: 3 },
        )
        expect(free.fastMs).toBeLessThanOrEqual(free.slowMs)
        for (const other of [limited, more]) {
          expect(other.fastMs).toBeGreaterThanOrEqual(free.fastMs)
          expect(other.slowMs).toBeGreaterThanOrEqual(free.slowMs)
        }
      }),
    )
  })
})

describe('endOfWork', () => {
  const from = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
  const length = fc.integer({ min: 1, max: 20 * 3_600_000 })
  it('is at once after the work without a window', () => {
    fc.assert(
      fc.property(from, length, (fromMs, workMs) => {
        expect(endOfWork(fromMs, workMs, undefined)).toBe(fromMs + workMs)
      }),
    )
  })
  it('lies at an open time, not before the work can be done, and later with more work', () => {
    fc.assert(
      fc.property(arbitraryWindow, from, length, length, (window, fromMs, workMs, moreMs) => {
        const end = endOfWork(fromMs, workMs, window)
        if (end === null) return
        expect(end).toBeGreaterThanOrEqual(fromMs + workMs)
        // The last moment of the work.
        expect(isWindowOpen(window, end - 1)).toBe(true)
        const later = endOfWork(fromMs, workMs + moreMs, window)
        if (later !== null) expect(later).toBeGreaterThanOrEqual(end + moreMs)
      }),
      { numRuns: 40 },
    )
  })
  it('continues on the next night', () => {
    const nights = {
      timeZone: 'UTC',
      spans: [{ days: [0, 1, 2, 3, 4, 5, 6] as const, from: '22:00', to: '02:00' }],
    }
    const window = { ...nights, spans: nights.spans.map((span) => ({ ...span, days: [...span.days] })) }
    const hour = 3_600_000
    expect(endOfWork(Date.UTC(2026, 0, 5, 12), 5 * hour, window)).toBe(Date.UTC(2026, 0, 6, 23))
    expect(endOfWork(Date.UTC(2026, 0, 5, 23), hour, window)).toBe(Date.UTC(2026, 0, 6, 0))
    expect(endOfWork(0, 400 * 24 * hour, undefined)).toBeNull()
  })
})

describe('spreadOverTime', () => {
  it('keeps every byte of the time that is drawn', () => {
    const timed = fc
      .record({ begin: fc.integer({ min: 0, max: 9_999 }), length: fc.nat({ max: 5_000 }), bytes: fc.nat() })
      .map(({ begin, length, bytes }) => ({ fromMs: begin, toMs: Math.min(9_999, begin + length), bytes }))
    fc.assert(
      fc.property(fc.array(timed), fc.integer({ min: 1, max: 60 }), (all, parts) => {
        const points = spreadOverTime(all, { fromMs: 0, toMs: 10_000, parts })
        expect(points).toHaveLength(parts)
        const drawn = points.reduce((sum, point) => sum + (point.bytesPerSecond * 10) / parts, 0)
        const whole = all.reduce((sum, { bytes }) => sum + bytes, 0)
        expect(Math.abs(drawn - whole)).toBeLessThanOrEqual(whole * 1e-9 + 1e-6)
      }),
    )
  })
})
