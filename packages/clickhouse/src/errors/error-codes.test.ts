import { expect, test } from 'vitest'
import { errorCodes, errorRuleOf } from './error-codes.ts'

test('the most frequent errors of a mover have the expected class', () => {
  const decided = [479, 232, 384, 236, 499, 243, 548, 48].map((code) => [code, errorRuleOf(code).class])
  expect(decided).toEqual([
    [479, 'observe'],
    [232, 'observe'],
    [384, 'retry-soon'],
    [236, 'cancelled'],
    [499, 'retry-backoff'],
    [243, 'stop-step'],
    [548, 'stop-step'],
    [48, 'stop-step'],
  ])
})

test('a code without a rule stops the step and is named', () => {
  expect(errorCodes.has(123_456)).toBe(false)
  expect(errorRuleOf(123_456)).toMatchObject({ class: 'stop-step', code: 123_456 })
  expect(errorRuleOf(123_456).meaning).toContain('123456')
})
