import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { compareUtf8, listByModel } from '../testing/listing-model.ts'
import { toSortKey } from './key-order.ts'
import { type ListingQuery, listObjects } from './list-objects.ts'
import { SortedKeys } from './sorted-keys.ts'

const keyArbitrary = fc.string({
  unit: fc.constantFrom('a', 'b', '/', '-', '\ue000', '\u{10000}'),
  minLength: 1,
  maxLength: 6,
})
const pieceArbitrary = fc.string({ unit: fc.constantFrom('a', 'b', '/', '\u{10000}'), maxLength: 3 })

function build(keys: readonly string[]): SortedKeys {
  const sorted = new SortedKeys()
  for (const key of keys) sorted.add(toSortKey(key))
  return sorted
}

describe('listObjects', () => {
  it('returns the page that the model returns', () => {
    fc.assert(
      fc.property(
        fc.array(keyArbitrary, { maxLength: 60 }),
        pieceArbitrary,
        fc.constantFrom('', '/', 'a', '//', '/a'),
        fc.oneof(fc.constant(''), keyArbitrary),
        fc.nat(8),
        (keys, prefix, delimiter, after, maxEntries) => {
          const query: ListingQuery = { prefix, delimiter, after, maxEntries }
          expect(listObjects(build(keys), query)).toEqual(listByModel(keys, query))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('reads no more keys than it lists, whatever is below its common prefixes', () => {
    const keys = Array.from({ length: 100_000 }, (_, n) => `folder-${n % 50}/${n}`)
    const sorted = build(keys)
    const read = vi.spyOn(sorted, 'read')
    const page = listObjects(sorted, { prefix: 'folder-', delimiter: '/', after: '', maxEntries: 1000 })
    expect(page.commonPrefixes).toHaveLength(50)
    expect(read.mock.calls.length).toBeLessThanOrEqual(51)
  })

  it('returns every entry once, page after page', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(keyArbitrary, { maxLength: 40 }),
        fc.constantFrom('', '/'),
        fc.integer({ min: 1, max: 5 }),
        (keys, delimiter, maxEntries) => {
          const sorted = build(keys)
          const entries: string[] = []
          let after: string | null = ''
          while (after !== null) {
            const page = listObjects(sorted, { prefix: '', delimiter, after, maxEntries })
            entries.push(...[...page.keys, ...page.commonPrefixes].sort(compareUtf8))
            after = page.nextAfter
          }
          const whole = listByModel(keys, { prefix: '', delimiter, after: '', maxEntries: 1000 })
          expect(entries).toEqual([...whole.keys, ...whole.commonPrefixes].sort(compareUtf8))
        },
      ),
    )
  })
})
