import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeThrash, type ThrashCounts, type ThrashLog } from './judge-thrash.ts'

const gib = 1n << 30n
const hour = 3_600_000
const counts: ThrashCounts = {
  ...{ coveredMs: 24 * hour, downloadedBytes: 400n * gib, evictedBytes: 400n * gib },
  ...{ fromCacheBytes: 50n * gib, fromStoreBytes: 400n * gib, limitBytes: 100n * gib },
}
const log: ThrashLog = {
  ...{ queries: 9n, workingSetBytes: 150n * gib, downloadedBytes: 300n * gib, againBytes: 150n * gib },
}

it('is unknown without samples, and measures how fast a cache turns over', () => {
  expect(judgeThrash(null, log).verdict).toBe('unknown')
  expect(judgeThrash(counts, null).turnoverMs).toBe(6 * hour)
  expect(judgeThrash({ ...counts, evictedBytes: 0n }, null)).toMatchObject({
    verdict: 'calm',
    turnoverMs: null,
  })
})

it('reports thrashing only where the log shows the same segments again, and suggests a limit that fits them', () => {
  expect(judgeThrash(counts, log)).toEqual({
    verdict: 'thrashing',
    turnoverMs: 6 * hour,
    suggestedBytes: 180n * gib,
  })
  expect(judgeThrash(counts, null)).toMatchObject({ verdict: 'suspect', suggestedBytes: null })
  expect(judgeThrash(counts, { ...log, againBytes: 0n })).toMatchObject({
    verdict: 'scanning',
    suggestedBytes: null,
  })
  // A log this small may have missed what happens.
  expect(judgeThrash(counts, { ...log, downloadedBytes: 1n, againBytes: 0n }).verdict).toBe('suspect')
  expect(judgeThrash({ ...counts, fromCacheBytes: 9_000n * gib }, null).verdict).toBe('turning-over')
})

it('never suggests less than the current limit', () => {
  const amount = fc.bigInt({ min: 1n, max: 1n << 50n })
  fc.assert(
    fc.property(amount, amount, amount, (limitBytes, evictedBytes, workingSetBytes) => {
      const { suggestedBytes } = judgeThrash(
        { ...counts, limitBytes, evictedBytes },
        { ...log, workingSetBytes },
      )
      if (suggestedBytes !== null) expect(suggestedBytes).toBeGreaterThan(limitBytes)
    }),
  )
})
