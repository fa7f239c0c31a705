import { expect, it } from 'vitest'
import { compareWithEstimate, describeDuration, describeRequests } from './describe-estimate.ts'

const duration = { fastMs: 60_000, slowMs: 600_000, measuredMoves: 9 }
const requests = { writes: 1_200, reads: 0 }

it('shows a duration as a range, and never invents one', () => {
  expect(describeDuration(duration)).toBe('1 m 00 s to 10 m 00 s')
  expect(describeDuration({ ...duration, slowMs: 60_000 })).toBe('about 1 m 00 s')
  expect(describeDuration(null)).toBe('unknown')
})

it('shows requests with their price', () => {
  expect(describeRequests({ requests, cost: { amount: 0.006, currency: '$' } })).toMatch(
    /^1,200 PUT, 0 GET, \$0\.0/,
  )
  expect(describeRequests({ requests: null, cost: null })).toBe('unknown')
})

it('compares at the end only', () => {
  const estimate = { duration, requests, cost: null }
  const startedAt = new Date(0)
  expect(compareWithEstimate({ estimate, startedAt, finishedAt: null })).toBe(
    'Estimated 1 m 00 s to 10 m 00 s.',
  )
  expect(compareWithEstimate({ estimate, startedAt, finishedAt: new Date(300_000) })).toBe(
    'Estimated 1 m 00 s to 10 m 00 s, took 5 m 00 s.',
  )
  expect(compareWithEstimate({ estimate: null, startedAt, finishedAt: startedAt })).toBeNull()
})
