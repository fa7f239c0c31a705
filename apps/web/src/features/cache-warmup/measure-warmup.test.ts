import { expect, it } from 'vitest'
import { measureWarmup } from './measure-warmup.ts'

const warmup = {
  status: 'running' as const,
  startedAt: new Date(0),
  wantedBytes: 1_000n,
  cachedBytes: 200n,
  doneBytes: 400n,
  fetchedBytes: 300n,
  bytesPerSecond: null,
}

it('gives the rate and what is left from what came from the store so far', () => {
  expect(measureWarmup(warmup, 100n, 2, new Date(4_000))).toEqual({
    share: 0.5,
    elapsedMs: 4_000,
    bytesPerSecond: 100,
    leftMs: 4_000,
  })
})

it('expects no more than the pace allows on all nodes', () => {
  const paced = { ...warmup, bytesPerSecond: 10n }
  expect(measureWarmup(paced, 100n, 2, new Date(4_000)).leftMs).toBe(20_000)
})

it('has no rate before the first byte, and never exceeds the total', () => {
  expect(measureWarmup({ ...warmup, fetchedBytes: 0n }, 0n, 1, new Date(4_000))).toMatchObject({
    bytesPerSecond: null,
    leftMs: null,
  })
  expect(measureWarmup(warmup, 5_000n, 1, null).share).toBe(1)
  expect(measureWarmup({ ...warmup, wantedBytes: 0n, cachedBytes: 0n }, 0n, 1, null).share).toBe(0)
})
