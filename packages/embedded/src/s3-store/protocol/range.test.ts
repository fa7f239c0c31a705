import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from './range.ts'

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', 10, [0, 0]],
    ['bytes=2-5', 10, [2, 5]],
    ['bytes=2-', 10, [2, 9]],
    ['bytes=2-99', 10, [2, 9]],
    ['bytes=-3', 10, [7, 9]],
    ['bytes=-99', 10, [0, 9]],
    ['Bytes=1-1', 10, [1, 1]],
  ])('%s of %i bytes', (header, size, [start, end]) => {
    expect(parseRange(header, size)).toEqual({ kind: 'part', range: { start, end } })
  })

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('%s is not satisfiable in 10 bytes', (header) => {
    expect(parseRange(header, 10)).toEqual({ kind: 'unsatisfiable' })
  })

  it.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('%s is not satisfiable in an empty object', (header) => {
    expect(parseRange(header, 0)).toEqual({ kind: 'unsatisfiable' })
  })

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'items=0-1', 'bytes=0-1,3-4'])(
    '%s returns the whole',
    (header) => {
      expect(parseRange(header, 10)).toEqual({ kind: 'whole' })
    },
  )

  it('never leaves the object', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(50)), fc.option(fc.nat(50)), fc.nat(40), (first, last, size) => {
        const outcome = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, size)
        if (outcome.kind !== 'part') return
        expect(outcome.range.start).toBeGreaterThanOrEqual(0)
        expect(outcome.range.end).toBeGreaterThanOrEqual(outcome.range.start)
        expect(outcome.range.end).toBeLessThan(size)
      }),
    )
  })
})
