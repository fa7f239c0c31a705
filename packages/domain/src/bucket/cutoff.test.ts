import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findCutoff } from './object-key.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 22) + minutes * 60_000)

it('is the grace age before the listing, or the start of the oldest running work', () => {
  expect(findCutoff(at(0), 60, [null, null])).toEqual(at(-60))
  expect(findCutoff(at(0), 60, [null, at(-10)])).toEqual(at(-60))
  expect(findCutoff(at(0), 60, [at(-180), null])).toEqual(at(-181))
})

it('never judges an object that running work has written', () => {
  const minutes = fc.integer({ min: -5_000, max: 0 })
  fc.assert(
    fc.property(fc.array(minutes), fc.integer({ min: 0, max: 5_000 }), (begun, grace) => {
      const cutoff = findCutoff(at(0), grace, begun.map(at))
      expect(cutoff.getTime()).toBeLessThanOrEqual(at(-grace).getTime())
      for (const each of begun) expect(cutoff.getTime()).toBeLessThan(at(each).getTime())
    }),
  )
})
