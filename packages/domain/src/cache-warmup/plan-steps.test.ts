import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keepOneReplica, type PartitionExtent, planWarmupSteps } from './plan-steps.ts'

const extent = (node: string, partitionId: string, day: string | null = null): PartitionExtent => ({
  ...{ node, partitionId, cache: 'cold_cache', wantedBytes: 1n, cachedBytes: 0n },
  newestAt: day === null ? null : new Date(day),
})
const shown = (steps: readonly PartitionExtent[]) =>
  steps.map(({ node, partitionId }) => `${node} ${partitionId}`)

it('reads the newest first, and takes the newest over all nodes', () => {
  const extents = [
    extent('b', 'x', '2026-01-31'),
    extent('a', 'y', '2026-03-01'),
    extent('a', 'x', '2026-01-30'),
    extent('b', 'z', '2026-02-28'),
  ]
  expect(shown(planWarmupSteps(extents, { kind: 'all' }))).toEqual(['a y', 'b z', 'a x', 'b x'])
  expect(shown(planWarmupSteps(extents, { kind: 'newest', count: 2 }))).toEqual(['a y', 'b z'])
  expect(shown(planWarmupSteps(extents, { kind: 'chosen', ids: ['x', 'gone'] }))).toEqual(['a x', 'b x'])
})

it('orders by id where there is no time', () => {
  const extents = ['1', '3', '2'].map((id) => extent('a', id))
  expect(shown(planWarmupSteps(extents, { kind: 'newest', count: 2 }))).toEqual(['a 3', 'a 2'])
})

it('takes each extent once, in an order that does not depend on the input', () => {
  const any = fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 20 })), {
      selector: (pair) => pair.join(' '),
    })
    .map((pairs) => pairs.map(([node, id]) => extent(node, String(id))))
  fc.assert(
    fc.property(any, (extents) => {
      const steps = planWarmupSteps(extents, { kind: 'all' })
      expect(new Set(shown(steps))).toEqual(new Set(shown(extents)))
      expect(planWarmupSteps(extents.toReversed(), { kind: 'all' })).toEqual(steps)
    }),
  )
})

it('picks the replica of each shard that has all partitions and the least to fetch', () => {
  const shards = new Map([
    ['a', 1],
    ['b', 1],
    ['c', 2],
    ['d', 2],
  ])
  const keep = (extents: readonly PartitionExtent[]) =>
    shown(keepOneReplica(extents, (node) => shards.get(node) ?? 0))
  const cached = (node: string, id: string) => ({ ...extent(node, id), cachedBytes: 1n })
  // b has more of it cached; d has most cached, but lacks a partition.
  expect(
    keep([extent('a', 'x'), cached('b', 'x'), extent('c', 'x'), extent('c', 'y'), cached('d', 'x')]),
  ).toEqual(['b x', 'c x', 'c y'])
  expect(keep([extent('b', 'x'), extent('a', 'x'), extent('d', 'x')])).toEqual(['a x', 'd x'])
  expect(keep([])).toEqual([])
})
