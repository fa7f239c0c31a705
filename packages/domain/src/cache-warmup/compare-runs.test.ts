import { expect, it } from 'vitest'
import { compareRuns } from './compare-runs.ts'

it('reports how cold the first run was, and how much faster the second', () => {
  const after = { elapsedMs: 50, storeBytes: 0n, cacheBytes: 100n }
  expect(compareRuns({ elapsedMs: 500, storeBytes: 75n, cacheBytes: 25n }, after)).toEqual({
    coldShare: 0.75,
    speedUp: 10,
  })
  expect(compareRuns({ elapsedMs: 5, storeBytes: 0n, cacheBytes: 0n }, { ...after, elapsedMs: 0 })).toEqual({
    coldShare: null,
    speedUp: null,
  })
})
