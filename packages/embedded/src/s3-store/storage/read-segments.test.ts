import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sliceSegments } from './read-segments.ts'
import type { Segment } from './records.ts'

const segmentsArbitrary = fc.array(
  fc.tuple(fc.constantFrom('x', 'y'), fc.nat(20), fc.integer({ min: 1, max: 9 })),
  { minLength: 1, maxLength: 6 },
)

function expand(segments: readonly Segment[]): string[] {
  return segments.flatMap(([blob, offset, length]) =>
    Array.from({ length }, (_, n) => `${blob}${offset + n}`),
  )
}

describe('sliceSegments', () => {
  it('returns exactly the bytes of the range', () => {
    fc.assert(
      fc.property(segmentsArbitrary, fc.nat(60), fc.nat(60), (segments, a, b) => {
        const bytes = expand(segments)
        const start = Math.min(a, b) % bytes.length
        const end = Math.max(start, Math.max(a, b) % bytes.length)
        expect(expand(sliceSegments(segments, { start, end }))).toEqual(bytes.slice(start, end + 1))
      }),
    )
  })
})
