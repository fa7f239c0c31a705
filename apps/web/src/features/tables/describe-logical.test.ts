import { expect, test } from 'vitest'
import { describeLogical } from './describe-logical.ts'

const from = (...nodes: string[]) => nodes.map((node, index) => ({ node, shard: index + 1 }))

test('a figure shows whose rows it counts, as of when, and what is missing', () => {
  const none = { lastSeen: [], unknown: [] }
  expect(describeLogical({ ...none, from: from('a', 'b') })).toBe('Each row once, from a, b.')
  expect(describeLogical({ ...none, from: from('a', 'b', 'c', 'd', 'e', 'f') })).toBe(
    'Each row once, from a, b, c, d and 2 more.',
  )
  const lastSeen = [{ node: 'b', at: new Date('2026-01-02T03:04:05Z') }]
  expect(describeLogical({ from: from('a', 'b'), lastSeen, unknown: ['c'] })).toBe(
    'Each row once, from a, b. b is down: as of 2026-01-02 03:04:05 UTC. Not counted, because it did not respond: c.',
  )
  expect(describeLogical({ from: [], lastSeen: [], unknown: ['a'] })).toBe(
    'No node responded. Not counted, because it did not respond: a.',
  )
})
