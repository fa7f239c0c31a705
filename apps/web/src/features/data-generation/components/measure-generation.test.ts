import { expect, it } from 'vitest'
import { measureGeneration } from './measure-generation.ts'

const startedAt = new Date('2026-01-01T00:00:00Z')
const end = new Date('2026-01-01T00:00:10Z')
const half = {
  kind: 'template' as const,
  status: 'running' as const,
  startedAt,
  totalRows: 1_000n,
  writtenRows: 400n,
  writtenBytes: 40_000n,
}

it('counts rows made so far, and estimates bytes from those written', () => {
  expect(measureGeneration(half, 100n, end)).toEqual({
    share: 0.5,
    elapsedMs: 10_000,
    rowsPerSecond: 50,
    bytesPerSecond: 4_000,
    leftMs: 10_000,
    expectedBytes: 100_000n,
  })
})

it('never exceeds the total, and has nothing before its start', () => {
  expect(measureGeneration(half, 5_000n, end).share).toBe(1)
  expect(measureGeneration({ ...half, startedAt: null, writtenRows: 0n }, 0n, null)).toMatchObject({
    share: 0,
    rowsPerSecond: null,
    leftMs: null,
    expectedBytes: null,
  })
})

it('has no share for a query before it is complete', () => {
  expect(measureGeneration({ ...half, kind: 'query' }, 0n, end)).toMatchObject({ share: null, leftMs: null })
  expect(measureGeneration({ ...half, kind: 'query', status: 'completed' }, 0n, end).share).toBe(1)
})
