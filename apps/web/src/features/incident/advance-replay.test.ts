import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advanceReplay, replaySpeeds, startReplay } from './advance-replay.ts'

const span = { fromMs: 10_000, toMs: 250_000 }

it('reaches the end from anywhere, in whole seconds and never backwards', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: span.fromMs, max: span.toMs - 1 }),
      fc.constantFrom(...replaySpeeds),
      (from, speed) => {
        let at: number | null = from
        for (let ticks = 0; at !== null; ticks++) {
          expect(ticks).toBeLessThan(300)
          const next: number | null = advanceReplay(at, speed, span)
          if (next !== null) {
            expect(next % 1000).toBe(0)
            expect(next).toBeGreaterThan(at - 1000)
            expect(next).toBeLessThan(span.toMs)
          }
          at = next
        }
      },
    ),
  )
})

it('begins at the cursor, and again at the begin when it was at the end', () => {
  expect([null, 5_000, 60_000, 249_500].map((at) => startReplay(at, span))).toEqual([
    10_000, 10_000, 60_000, 10_000,
  ])
})
