import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromSortKey, nextAfterPrefix, toSortKey } from './key-order.ts'

// Characters on both sides of the surrogates, where the order of code units and of code points differ.
const keyArbitrary = fc.string({
  unit: fc.constantFrom(
    'a',
    '/',
    '\u0000',
    '\u07ff',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '\u{10000}',
    '\u{10ffff}',
  ),
})

describe('compare like the UTF-8 bytes of the keys', () => {
  it('compare as the UTF-8 bytes of the keys do', () => {
    fc.assert(
      fc.property(keyArbitrary, keyArbitrary, (a, b) => {
        const [sortA, sortB] = [toSortKey(a), toSortKey(b)]
        const order = sortA === sortB ? 0 : sortA < sortB ? -1 : 1
        expect(order).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))))
      }),
    )
  })

  it('keep prefixes and are reversible', () => {
    fc.assert(
      fc.property(keyArbitrary, keyArbitrary, (a, b) => {
        expect(fromSortKey(toSortKey(a))).toBe(a)
        expect(toSortKey(a + b)).toBe(toSortKey(a) + toSortKey(b))
      }),
    )
  })
})

describe('nextAfterPrefix', () => {
  it('is above everything with the prefix, and nothing without it is in between', () => {
    fc.assert(
      fc.property(keyArbitrary, keyArbitrary, (prefix, other) => {
        const next = nextAfterPrefix(prefix)
        if (next === null) return
        expect(prefix + other < next).toBe(true)
        if (other > prefix && other < next) expect(other.startsWith(prefix)).toBe(true)
      }),
    )
    expect(nextAfterPrefix('a\uffff')).toBe('b')
    expect(nextAfterPrefix('\uffff')).toBeNull()
  })
})
