import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainSetting } from '../storage-config/setting-catalogue.ts'
import { findStorageDifferences, type NodeStorage } from './storage-differences.ts'

function makeNode(node: string, changes: Record<string, string> = {}): NodeStorage {
  const cold = { disks: 's3_cache', move_factor: '0.1', prefer_not_to_merge: 'false', ...changes }
  return {
    node,
    caches: [{ name: 's3_cache', settings: { max_size: '1000' } }],
    tables: [{ database: 'shop', table: 'orders', policy: 'tiered' }],
    disks: [
      { name: 'default', settings: { type: 'Local' } },
      { name: 's3_cache', settings: { type: 'S3' } },
    ],
    policies: [
      {
        name: 'tiered',
        volumes: [
          { name: 'hot', settings: { disks: 'default' } },
          { name: 'cold', settings: cold },
        ],
      },
    ],
  }
}

const nodeNames = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 2, maxLength: 6 })

test('identical nodes have no differences', () => {
  fc.assert(
    fc.property(nodeNames, (names) => {
      expect(findStorageDifferences(names.map((name) => makeNode(name)))).toEqual([])
    }),
  )
})

test('one setting changed on one node is one difference, with setting, volume and node', () => {
  fc.assert(
    fc.property(
      nodeNames,
      fc.constantFrom('move_factor', 'disks', 'prefer_not_to_merge'),
      (names, setting) => {
        const [odd = '', ...others] = names
        const nodes = names.map((name) => makeNode(name, name === odd ? { [setting]: 'other' } : {}))
        const found = findStorageDifferences(nodes)
        expect(found).toHaveLength(1)
        expect(found[0]).toMatchObject({ object: 'volume', name: 'tiered.cold', what: setting })
        expect(found[0]?.values.find(({ value }) => value === 'other')?.nodes).toEqual([odd])
        expect(found[0]?.values.flatMap(({ nodes: named }) => named).sort()).toEqual([odd, ...others].sort())
      },
    ),
  )
})

test('the result does not depend on the order of the nodes', () => {
  fc.assert(
    fc.property(
      nodeNames.chain((names) =>
        fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length })),
      ),
      fc.array(fc.constantFrom('0.1', '0.2'), { minLength: 6, maxLength: 6 }),
      ([names, shuffled], factors) => {
        const nodes = new Map(
          names.map((name, index) => [name, makeNode(name, { move_factor: factors[index] ?? '0.1' })]),
        )
        const inOrder = (order: string[]) => order.flatMap((name) => nodes.get(name) ?? [])
        expect(findStorageDifferences(inOrder(shuffled))).toEqual(findStorageDifferences(inOrder(names)))
      },
    ),
  )
})

test('reports a policy that a node lacks once, not again for its volumes and settings', () => {
  const lacking = { ...makeNode('b'), policies: [] }
  expect(findStorageDifferences([makeNode('a'), lacking])).toEqual([
    {
      object: 'policy',
      name: 'tiered',
      table: null,
      what: 'presence',
      values: [
        { value: 'present', nodes: ['a'] },
        { value: null, nodes: ['b'] },
      ],
    },
  ])
})

test('reports nothing of a policy that the server made for a table of one node', () => {
  const node = makeNode('b')
  const own = node.policies.map((policy) => ({ ...policy, name: '__cold' }))
  const withOwn = { ...node, policies: [...node.policies, ...own] }
  expect(findStorageDifferences([makeNode('a'), withOwn])).toEqual([])
})

test('reports a volume that a node lacks in the order of volumes', () => {
  const node = makeNode('b')
  const lacking = {
    ...node,
    policies: node.policies.map((policy) => ({ ...policy, volumes: policy.volumes.slice(0, 1) })),
  }
  expect(findStorageDifferences([makeNode('a'), lacking])).toEqual([
    {
      object: 'policy',
      name: 'tiered',
      table: null,
      what: 'volume order',
      values: [
        { value: 'hot, cold', nodes: ['a'] },
        { value: 'hot', nodes: ['b'] },
      ],
    },
  ])
})

test('a disk of another type is a difference', () => {
  const node = makeNode('b')
  const other = {
    ...node,
    disks: [
      { name: 'default', settings: { type: 'Local' } },
      { name: 's3_cache', settings: { type: 'Local' } },
    ],
  }
  expect(
    findStorageDifferences([makeNode('a'), other]).map(({ object, name, what }) => [object, name, what]),
  ).toEqual([['disk', 's3_cache', 'type']])
})

test('every setting is explained under its own name', () => {
  expect(explainSetting('move_factor')?.caution).toContain('empties the hot volume')
  expect(explainSetting('no_such_setting')).toBe(undefined)
})

test('reports a table with different policies first, among the nodes that have it', () => {
  const [a, b, c] = [makeNode('a'), makeNode('b'), { ...makeNode('c'), tables: [] }]
  expect(findStorageDifferences([a, b, c])).toEqual([])
  const half = { ...b, tables: [{ database: 'shop', table: 'orders', policy: 'default' }] }
  expect(findStorageDifferences([a, half, c])).toEqual([
    {
      object: 'table',
      name: 'shop.orders',
      table: { database: 'shop', table: 'orders' },
      what: 'storage_policy',
      values: [
        { value: 'tiered', nodes: ['a'] },
        { value: 'default', nodes: ['b'] },
      ],
    },
  ])
})

test('reports a cache of another size, and skips a node that shows no caches', () => {
  const small = { ...makeNode('b'), caches: [{ name: 's3_cache', settings: { max_size: '10' } }] }
  const found = findStorageDifferences([makeNode('a'), small, { ...makeNode('c'), caches: null }])
  expect(found).toMatchObject([{ object: 'cache', name: 's3_cache', what: 'max_size' }])
  expect(found[0]?.values.flatMap(({ nodes }) => nodes).sort()).toEqual(['a', 'b'])
})
