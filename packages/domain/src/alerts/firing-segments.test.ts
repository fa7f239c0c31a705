import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FiringMark, segmentFiring } from './firing-segments.ts'

const moment = fc.integer({ min: 0, max: 40 })
const spans = fc.array(
  fc
    .tuple(moment, fc.integer({ min: 1, max: 10 }))
    .map(([fromMs, length]) => ({ fromMs, toMs: fromMs + length })),
  { maxLength: 4 },
)
const arbitraryFiring = fc
  .record({ firedAtMs: moment, lastsMs: fc.option(moment), acknowledgedAfterMs: fc.option(moment) })
  .map(({ firedAtMs, lastsMs, acknowledgedAfterMs }) => ({
    firedAtMs,
    resolvedAtMs: lastsMs === null ? null : firedAtMs + lastsMs,
    acknowledgedAtMs: acknowledgedAfterMs === null ? null : firedAtMs + acknowledgedAfterMs,
  }))

describe('the segments of a firing', () => {
  it('cover it without gaps, and differ from their neighbours', () => {
    fc.assert(
      fc.property(arbitraryFiring, spans, spans, (firing, silences, maintenance) => {
        const nowMs = 100
        const segments = segmentFiring(firing, silences, maintenance, nowMs)
        expect(segments[0]?.fromMs).toBe(firing.firedAtMs)
        expect(segments.at(-1)?.toMs).toBe(firing.resolvedAtMs ?? nowMs)
        for (const [index, segment] of segments.entries()) {
          const before = segments[index - 1]
          if (!before) continue
          expect(segment.fromMs).toBe(before.toMs)
          expect(segment.mark).not.toBe(before.mark)
          expect(segment.toMs).toBeGreaterThan(segment.fromMs)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('show what held back messages at each moment', () => {
    fc.assert(
      fc.property(arbitraryFiring, spans, spans, (firing, silences, maintenance) => {
        const nowMs = 100
        const within = (list: typeof silences, atMs: number) =>
          list.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
        const segments = segmentFiring(firing, silences, maintenance, nowMs)
        for (let atMs = firing.firedAtMs; atMs < (firing.resolvedAtMs ?? nowMs); atMs++) {
          const { acknowledgedAtMs } = firing
          const expected: FiringMark =
            acknowledgedAtMs !== null && acknowledgedAtMs <= atMs
              ? 'acknowledged'
              : within(silences, atMs)
                ? 'silenced'
                : within(maintenance, atMs)
                  ? 'maintenance'
                  : 'firing'
          expect(segments.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)?.mark).toBe(expected)
        }
      }),
      { numRuns: 300 },
    )
  })
})
