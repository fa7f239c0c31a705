import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeTopology, groupByShard } from './group-by-shard.ts'

const nodes = fc.array(fc.record({ shard: fc.integer({ min: 1, max: 9 }), replica: fc.nat(9) }))

describe('groupByShard', () => {
  it('keeps every node, once, under its shard and in order', () => {
    fc.assert(
      fc.property(nodes, (given) => {
        const shards = groupByShard(given)
        expect(shards.flatMap((shard) => shard.nodes)).toHaveLength(given.length)
        for (const { shard, nodes: members } of shards) {
          expect(members.every((node) => node.shard === shard && given.includes(node))).toBe(true)
          const replicas = members.map((node) => node.replica)
          expect(replicas).toEqual([...replicas].sort((a, b) => a - b))
        }
        const numbers = shards.map(({ shard }) => shard)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      }),
    )
  })
})

describe('describeTopology', () => {
  const node = (shard: number, replica: number) => ({ shard, replica })
  it.each([
    ['1 shard × 1 replica', [node(1, 1)]],
    ['2 shards × 2 replicas', [node(1, 1), node(1, 2), node(2, 1), node(2, 2)]],
    ['2 shards, 3 nodes', [node(1, 1), node(1, 2), node(2, 1)]],
  ])('says %s', (text, given) => {
    expect(describeTopology(given)).toBe(text)
  })
})
