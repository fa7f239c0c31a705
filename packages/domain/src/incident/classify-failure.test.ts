import { expect, it } from 'vitest'
import { classifyFailure } from './classify-failure.ts'

it('accuses what the store says, and not its status alone', () => {
  const http = (text: string) => classifyFailure(499, `HTTP response code: 403. ${text}`)
  expect(
    http('RequestTimeTooSkewed: The difference between the request time and the current time is too large.'),
  ).toBe('clock-skewed')
  expect(http('The AWS Access Key Id you provided does not exist in our records.')).toBe(
    'credentials-revoked',
  )
  expect(classifyFailure(499, 'HTTP response code: 503. Please reduce your request rate.')).toBe(
    'store-throttled',
  )
  expect(classifyFailure(499, 'HTTP response code: 500. Injected fault.')).toBe('store-errors')
})

it('tells lag, a missing Keeper and tables that are read-only apart', () => {
  const kinds = [319, 369, 999, 225, 242].map((code) => classifyFailure(code, ''))
  expect(kinds).toEqual(['replica-lag', 'replica-lag', 'keeper-away', 'keeper-away', 'read-only'])
})
