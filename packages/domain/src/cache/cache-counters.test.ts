import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CacheCounters, cacheCounterNames, mapCounters, subtractCounters } from './cache-counters.ts'

const counters = fc
  .tuple(...cacheCounterNames.map(() => fc.bigInt({ min: 0n, max: 1n << 62n })))
  .map((values) => mapCounters((name) => values[cacheCounterNames.indexOf(name)] ?? 0n))
const add = (a: CacheCounters, b: CacheCounters) => mapCounters((name) => a[name] + b[name])

it('what is counted in between comes out, however often the counters are read', () => {
  fc.assert(
    fc.property(counters, fc.array(counters, { maxLength: 8 }), (start, counted) => {
      let before = start
      let sum = mapCounters(() => 0n)
      for (const step of counted) {
        const after = add(before, step)
        sum = add(sum, subtractCounters(before, after))
        before = after
      }
      expect(sum).toEqual(
        counted.reduce(
          add,
          mapCounters(() => 0n),
        ),
      )
    }),
  )
})

it('is never negative: after a restart everything counted since is new', () => {
  fc.assert(
    fc.property(counters, counters, (before, after) => {
      const counted = subtractCounters(before, after)
      for (const name of cacheCounterNames) expect(counted[name]).toBeGreaterThanOrEqual(0n)
      if (cacheCounterNames.some((name) => after[name] < before[name])) expect(counted).toEqual(after)
    }),
  )
})
