import { hashKey } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashQueryKey } from './hash-query-key.ts'

it('hashes as TanStack Query does, so that the server and the browser find the same query', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (key) => {
      fc.pre(!JSON.stringify(key).includes('__proto__'))
      expect(hashQueryKey(key)).toBe(hashKey(key))
    }),
  )
})

it('takes UInt64', () => {
  expect(hashQueryKey(['parts', { maxBytes: 1n << 63n }])).toBe(
    '["parts",{"maxBytes":"9223372036854775808n"}]',
  )
  expect(hashQueryKey([{ min: 1n }])).not.toBe(hashQueryKey([{ min: 2n }]))
})
