import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PACE_SETTLES_MS, PaceGovernor } from './pace-governor.ts'

const MIB = 1024 * 1024

/** Looks every two seconds while statements go as fast as they may, up to `maxRate`. */
class Clock {
  nowMs = 0
  constructor(
    readonly governor: PaceGovernor,
    readonly maxRate = Number.POSITIVE_INFINITY,
  ) {}

  look(breaches: string[] = []): number {
    this.nowMs += 2000
    this.governor.observe(breaches, this.nowMs)
    if (breaches.length === 0)
      this.governor.spent(BigInt(Math.floor(Math.min(this.rate, this.maxRate))), 1000)
    return this.rate
  }

  quiet(seconds: number): number {
    for (let look = 0; look < seconds / 2; look++) this.look()
    return this.rate
  }

  get rate(): number {
    return Number(this.governor.bytesPerSecond)
  }
}

it('begins slowly, and grows while nobody minds', () => {
  const clock = new Clock(new PaceGovernor())
  expect(clock.rate).toBe(8 * MIB)
  expect(clock.quiet(12)).toBe(12 * MIB)
  expect(clock.quiet(120)).toBeGreaterThan(1000 * MIB)
})

it('stops and halves at a breach, once however long it lasts, and is soon back at four fifths', () => {
  const clock = new Clock(new PaceGovernor())
  const before = clock.quiet(60)
  clock.look(['slow'])
  clock.look(['slow'])
  expect(clock.governor.breaches).toEqual(['slow'])
  expect(clock.rate / before).toBeCloseTo(1 / 2)
  clock.look()
  expect(clock.governor.breaches).toEqual([])
  expect(clock.quiet(40) / before).toBeCloseTo(0.8)
})

it('stays long under what was too much, and passes it in the end', () => {
  const clock = new Clock(new PaceGovernor())
  const before = clock.quiet(60)
  clock.look(['slow'])
  clock.quiet(40)
  expect(clock.quiet(60)).toBeLessThan(before * 0.9)
  expect(clock.quiet(300)).toBeGreaterThan(before * 2)
})

it('keeps the p95 of those whom a rate disturbs: less than one look in twenty finds a breach', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4 * MIB, max: 2000 * MIB }), (bearable) => {
      const clock = new Clock(new PaceGovernor())
      let breaches = 0
      let looks = 0
      let mean = 0
      for (; looks < 3000; looks++) {
        const tooFast = clock.governor.breaches.length === 0 && clock.rate > bearable
        if (tooFast) breaches++
        mean += clock.rate / 3000
        clock.look(tooFast ? ['slow'] : [])
      }
      expect(breaches / looks).toBeLessThan(1 / 20)
      expect(mean).toBeGreaterThan(bearable * 0.7)
    }),
    { numRuns: 20 },
  )
})

it('does not take a rate for bearable, or for too much, that statements do not reach', () => {
  const clock = new Clock(new PaceGovernor(), 20 * MIB)
  expect(clock.quiet(600)).toBeLessThan(64 * MIB)
  clock.look(['slow'])
  expect(clock.rate).toBe(10 * MIB)
})

it('never stands still for good, and never grows sooner than a change can be seen', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (looks) => {
      const clock = new Clock(new PaceGovernor())
      let changedAtMs = 2000
      for (const breach of looks) {
        const before = clock.rate
        const after = clock.look(breach ? ['slow'] : [])
        expect(after).toBeGreaterThanOrEqual(MIB)
        if (after > before) expect(clock.nowMs - changedAtMs).toBeGreaterThanOrEqual(PACE_SETTLES_MS)
        if (after !== before || breach) changedAtMs = clock.nowMs
      }
    }),
  )
})
