import { expect, it } from 'vitest'
import { judgePipelines, type WatchedPipeline } from './judge-pipelines.ts'

const nowMs = 100 * 60_000
const well: WatchedPipeline = {
  name: 'arrivals',
  database: 'shop',
  table: 'events',
  enabled: true,
  continuous: true,
  stoppedReason: null,
  lookError: null,
  lookErrorSinceMs: null,
  oldestMs: null,
}
const textOf = (change: Partial<WatchedPipeline>) =>
  judgePipelines([{ ...well, ...change }], 30, nowMs).map(({ text }) => text)[0]

it('reports a pipeline that was stopped, whose source is unreachable, or that is behind', () => {
  expect(textOf({ enabled: false, stoppedReason: 'Its owner ana is disabled.' })).toBe(
    'The pipeline arrivals into shop.events was stopped. Its owner ana is disabled.',
  )
  expect(textOf({ lookError: 'No answer.', lookErrorSinceMs: 60 * 60_000 })).toBe(
    'The pipeline arrivals into shop.events cannot list its source for 40 minutes. No answer.',
  )
  expect(textOf({ oldestMs: 70 * 60_000 })).toContain('has an object that waits for 30 minutes')
})

it('reports nothing for a pipeline that is healthy, paused by a user, or not yet due', () => {
  expect(textOf({})).toBeUndefined()
  expect(textOf({ oldestMs: 71 * 60_000 })).toBeUndefined()
  expect(textOf({ lookError: 'No answer.', lookErrorSinceMs: 71 * 60_000 })).toBeUndefined()
  expect(textOf({ enabled: false, oldestMs: 0 })).toBeUndefined()
  expect(textOf({ continuous: false, oldestMs: 0 })).toBeUndefined()
})
