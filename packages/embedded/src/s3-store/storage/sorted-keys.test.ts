import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SortedKeys } from './sorted-keys.ts'

function readAll(keys: SortedKeys, from = ''): string[] {
  const cursor = keys.seek(from)
  const found: string[] = []
  for (let key = keys.read(cursor); key !== undefined; key = keys.read(cursor)) {
    found.push(key)
    cursor.index += 1
  }
  return found
}

describe('SortedKeys', () => {
  it('behaves as a sorted set under any adds and deletes', () => {
    const change = fc.record({ add: fc.boolean(), key: fc.nat(60).map((n) => n.toString(36)) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), fc.nat(60), (changes, from) => {
        const keys = new SortedKeys()
        const model = new Set<string>()
        for (const { add, key } of changes) {
          expect(add ? keys.add(key) : keys.delete(key)).toBe(add ? !model.has(key) : model.has(key))
          if (add) model.add(key)
          else model.delete(key)
        }
        const start = from.toString(36)
        expect(readAll(keys, start)).toEqual([...model].sort().filter((key) => key >= start))
      }),
    )
  })

  it('splits and drops its chunks', () => {
    const keys = new SortedKeys()
    const all = Array.from({ length: 5000 }, (_, n) => ((n * 7919) % 5000).toString().padStart(4, '0'))
    for (const key of all) keys.add(key)
    expect(readAll(keys)).toEqual([...all].sort())
    for (const key of all) if (key >= '0500' && key < '4500') keys.delete(key)
    expect(readAll(keys)).toEqual([...all].sort().filter((key) => key < '0500' || key >= '4500'))
  })
})
