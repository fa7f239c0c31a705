import { expect, test } from 'vitest'
import { describeGain, describePromise, routeOfPlan } from './describe-advice.ts'

test('a plan is opened filled in', () => {
  const at = { database: 'shop', table: 'a b' }
  expect(routeOfPlan('c', { kind: 'move', ...at, before: '2026-01-01', volume: 'cold' })).toBe(
    '/clusters/c/tables/shop/a%20b/move?by=age&before=2026-01-01&to=cold',
  )
  expect(routeOfPlan('c', { kind: 'ttl', ...at, ttl: "at + 1 TO VOLUME 'cold'" })).toBe(
    "/clusters/c/tables/shop/a%20b/ttl?draft=at%20%2B%201%20TO%20VOLUME%20'cold'",
  )
  expect(routeOfPlan('c', { kind: 'ttl', ...at, ttl: null })).toBe('/clusters/c/tables/shop/a%20b/ttl')
})

test('a gain says what it is of', () => {
  const money = { kind: 'money' as const, perMonth: 12.4, currency: '$', bytes: 1n }
  expect(describeGain({ kind: 'orphans', gain: money })).toEqual({ amount: '$12.40/month', of: 'saved' })
  expect(describeGain({ kind: 'orphans', gain: { ...money, perMonth: 9e-7, bytes: 52n } })).toEqual({
    amount: '52 B',
    of: 'freed',
  })
  expect(describeGain({ kind: 'no-ttl', gain: { kind: 'bytes', bytes: 1024n } })).toEqual({
    amount: '1.00 KiB',
    of: 'old and hot',
  })
})

test('a promise is compared with what was measured', () => {
  const promise = { promisedPerMonth: 12.4, measuredPerMonth: 12.38, currency: '$' }
  expect(describePromise({ ...promise, finishedAt: new Date(0) })).toBe(
    'Promised $12.40/month, measured $12.38/month',
  )
  expect(describePromise({ ...promise, finishedAt: null })).toContain('so far')
})
