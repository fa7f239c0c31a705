import { expect, it } from 'vitest'
import { figuresOf } from './run-figures.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

it('has rates of what was published, once it has ended', () => {
  const load = { startedAt: at(10), finishedAt: at(14), loadedRows: 400n, loadedBytes: 8_000n }
  expect(figuresOf(load)).toEqual({ elapsedMs: 4_000, rowsPerSecond: 100, bytesPerSecond: 2_000 })
  expect(figuresOf({ ...load, finishedAt: null }).elapsedMs).toBeNull()
  expect(figuresOf({ ...load, finishedAt: at(10) })).toMatchObject({ elapsedMs: 0, rowsPerSecond: null })
})
