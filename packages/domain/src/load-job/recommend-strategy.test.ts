import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recommendStrategy, type StrategyFacts } from './recommend-strategy.ts'

const many: StrategyFacts = {
  objects: 200,
  sizeBytes: 10n ** 10n,
  largestBytes: 10n ** 8n,
  shards: 3,
  distributed: true,
  shardingKey: 'rand()',
  collapses: false,
  writesEachReplica: false,
  replicatesTwice: false,
  leavesOutBadRows: false,
  awayReplicas: [],
}
const kindOf = (facts: Partial<StrategyFacts>) => recommendStrategy({ ...many, ...facts }).kind

it('recommends what the facts ask for', () => {
  expect(kindOf({})).toBe('cluster')
  expect(kindOf({ objects: 6 })).toBe('split')
  expect(kindOf({ objects: 1_000 })).toBe('split')
  expect(kindOf({ objects: 2 })).toBe('reshard')
  expect(kindOf({ objects: 2, replicatesTwice: true })).toBe('single-node')
  expect(kindOf({ objects: 2, sizeBytes: 1000n, largestBytes: 600n })).toBe('single-node')
  expect(kindOf({ largestBytes: 9n * 10n ** 9n })).toBe('reshard')
  expect(kindOf({ collapses: true, shardingKey: 'cityHash64(id)' })).toBe('reshard')
  expect(kindOf({ collapses: true })).toBe('cluster')
  expect(kindOf({ writesEachReplica: true })).toBe('reshard')
  expect(kindOf({ leavesOutBadRows: true })).toBe('split')
  expect(kindOf({ awayReplicas: ['a'] })).toBe('split')
  expect(kindOf({ leavesOutBadRows: true, objects: 2 })).toBe('reshard')
  expect(kindOf({ leavesOutBadRows: true, writesEachReplica: true })).toBe('reshard')
  expect(kindOf({ distributed: false, shardingKey: '' })).toBe('single-node')
})

it('never recommends what cannot be done while something can', () => {
  const facts = fc.record({
    objects: fc.integer({ min: 1, max: 1000 }),
    sizeBytes: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    largestBytes: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    shards: fc.integer({ min: 1, max: 20 }),
    distributed: fc.boolean(),
    shardingKey: fc.constantFrom('', 'rand()', 'cityHash64(id)'),
    collapses: fc.boolean(),
    writesEachReplica: fc.boolean(),
    replicatesTwice: fc.boolean(),
    leavesOutBadRows: fc.boolean(),
    awayReplicas: fc.subarray(['a']),
  })
  fc.assert(
    fc.property(facts, (given) => {
      const { kind, others, reason, refusal } = recommendStrategy(given)
      expect(reason).not.toBe('')
      expect(new Set([kind, ...others.map((other) => other.kind)]).size).toBe(4)
      if (!given.distributed) expect(kind).toBe('single-node')
      if (kind === 'reshard')
        expect([given.shardingKey === '', given.replicatesTwice]).toEqual([false, false])
      if (others.some(({ possible }) => possible)) expect(refusal).toBe(null)
      if (given.leavesOutBadRows && refusal === null) expect(kind).not.toBe('cluster')
    }),
  )
})
