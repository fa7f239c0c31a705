import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallPartBytes } from '../advice/storage-advice.ts'
import type { TtlRule } from '../ttl/ttl-rule.ts'
import {
  type FleetTableFacts,
  findOddities,
  maxPartitions,
  maxPartsPerPartition,
  type NodeTableFacts,
  partsPerPartition,
} from './find-oddities.ts'
import { mergeDue, type NextDue, nothingDue } from './next-due.ts'
import { oddityKinds } from './oddity.ts'

const volume = (name: string, disk: string) => ({
  ...{ name, priority: 1, disks: [disk], maxDataPartSizeBytes: 0n, moveFactor: 0, preferNotToMerge: false },
})
const tiered = { name: 'tiered', volumes: [volume('hot', 'default'), volume('cold', 's3')] }
const toVolume = (name: string): TtlRule => ({
  expression: 'at + toIntervalDay(30)',
  action: { kind: 'move', to: 'volume', name, ifExists: false },
})

const plain: NodeTableFacts = {
  ...{ node: 'a', policy: tiered, rules: [toVolume('cold')], partitions: 12, parts: 24n, bytes: 24n << 30n },
  blind: { parts: 0n, bytes: 0n },
}
const table: FleetTableFacts = { byTime: true, ttl: 'a rule', nodes: [plain], policyDifferences: [] }
const on = (...nodes: Partial<NodeTableFacts>[]): FleetTableFacts => ({
  ...table,
  nodes: nodes.map((node) => ({ ...plain, ...node })),
})
const kinds = (facts: FleetTableFacts) => findOddities(facts).map(({ kind }) => kind)

const nodeFacts: fc.Arbitrary<NodeTableFacts> = fc.record({
  node: fc.constantFrom('a', 'b', 'c'),
  policy: fc.constantFrom(tiered, undefined),
  rules: fc.constantFrom([], [toVolume('cold')], [toVolume('gone')]),
  partitions: fc.nat({ max: 3_000 }),
  parts: fc.bigInt({ min: 0n, max: 100_000n }),
  bytes: fc.bigInt({ min: 0n, max: 1n << 42n }),
  blind: fc.record({
    parts: fc.bigInt({ min: 0n, max: 9n }),
    bytes: fc.bigInt({ min: 0n, max: 1n << 40n }),
  }),
})
const anyTable: fc.Arbitrary<FleetTableFacts> = fc.record({
  byTime: fc.boolean(),
  ttl: fc.constantFrom('', 'a rule', null),
  nodes: fc.array(nodeFacts, { maxLength: 4 }),
  policyDifferences: fc.constant([]),
})

describe('findOddities', () => {
  it('finds nothing at a plain table', () => {
    expect(findOddities(table)).toEqual([])
  })

  it('has each kind at most once, in the order of the kinds, with a whole sentence', () => {
    fc.assert(
      fc.property(anyTable, (facts) => {
        const found = findOddities(facts)
        const order = found.map(({ kind }) => oddityKinds.indexOf(kind))
        expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b))
        for (const { sentence } of found) {
          expect(sentence).toMatch(/^[A-Z0-9].*\.$/)
          expect(sentence).not.toMatch(/NaN|undefined|Infinity|null/)
        }
      }),
    )
  })

  it('does not depend on the order of the nodes', () => {
    fc.assert(
      fc.property(anyTable, (facts) => {
        expect(kinds({ ...facts, nodes: facts.nodes.toReversed() })).toEqual(kinds(facts))
      }),
    )
  })

  it('misses a TTL only where rows could leave by age, there are rows, and nodes agree', () => {
    fc.assert(
      fc.property(anyTable, (facts) => {
        const bytes = facts.nodes.reduce((sum, each) => sum + each.bytes, 0n)
        expect(kinds(facts).includes('no-ttl')).toBe(facts.byTime && facts.ttl === '' && bytes > 0n)
      }),
    )
    expect(findOddities({ ...on({ bytes: 3n << 30n }), ttl: '' })).toEqual([
      {
        kind: 'no-ttl',
        sentence: 'The table is partitioned by time and has no TTL. Its 3.00 GiB stay where they are.',
      },
    ])
  })

  it('counts the partitions of the node that has the most', () => {
    expect(kinds(on({ partitions: maxPartitions }))).toEqual([])
    const [found] = findOddities(on({ partitions: 20 }, { node: 'b', partitions: maxPartitions + 1 }))
    expect(found?.sentence).toMatch(/^1,001 partitions on b\. More than 1,000 partitions are too many/)
  })

  it('finds parts small only where there are many per partition', () => {
    const partitions = 10
    const many = BigInt(maxPartsPerPartition * partitions) + 1n
    expect(kinds(on({ partitions, parts: many, bytes: many * smallPartBytes }))).toEqual([])
    expect(kinds(on({ partitions, parts: many, bytes: many * (smallPartBytes - 1n) }))).toEqual([
      'small-parts',
    ])
    expect(kinds(on({ partitions, parts: many - 1n, bytes: many }))).toEqual([])
  })

  it('names the target that a policy lacks, and the nodes', () => {
    const rules = [toVolume('gone')]
    const [found, ...others] = findOddities(on({ rules }, { node: 'b', rules }, { node: 'c' }))
    expect(others).toEqual([])
    expect(found?.sentence).toContain('the policy tiered has no volume gone on a, b.')
  })

  it('says how many parts the TTL passes over', () => {
    const [found] = findOddities(
      on({ blind: { parts: 2n, bytes: 1n << 30n } }, { blind: { parts: 1n, bytes: 1n << 30n } }),
    )
    expect(found?.sentence).toMatch(/^3 parts with 2\.00 GiB have no information for the TTL/)
  })

  it('names what nodes have instead of the same policy', () => {
    const values = [
      { value: 'tiered', nodes: ['a', 'b'] },
      { value: null, nodes: ['c'] },
    ]
    const difference = (object: 'table' | 'policy', what: string) => ({
      ...{ object, what, values, name: 'tiered', table: null },
    })
    expect(
      findOddities({ ...table, policyDifferences: [difference('table', 'storage_policy')] })[0]?.sentence,
    ).toBe('The policy is tiered on a, b and missing on c. A plan for one node may fail on another.')
    expect(
      findOddities({ ...table, policyDifferences: [difference('policy', 'volume order')] })[0]?.sentence,
    ).toMatch(/^Volume order of the policy tiered is tiered on a, b and missing on c\./)
  })
})

describe('partsPerPartition', () => {
  it('lies between the averages of the nodes, and is unknown without partitions', () => {
    const counts = fc.record({
      partitions: fc.integer({ min: 1, max: 500 }),
      parts: fc.bigInt({ min: 0n, max: 9_999n }),
    })
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 5 }), (nodes) => {
        const each = nodes.map(({ parts, partitions }) => Number(parts) / partitions)
        const average = partsPerPartition(nodes) ?? -1
        expect(average).toBeGreaterThanOrEqual(Math.min(...each) - 1e-9)
        expect(average).toBeLessThanOrEqual(Math.max(...each) + 1e-9)
      }),
    )
    expect(partsPerPartition([{ partitions: 0, parts: 0n }])).toBeNull()
  })
})

describe('mergeDue', () => {
  const due: fc.Arbitrary<NextDue> = fc.record({
    next: fc.option(fc.record({ kind: fc.constantFrom('move', 'delete'), atMs: fc.nat() })),
    lateParts: fc.bigInt({ min: 0n, max: 99n }),
  })
  it('keeps the earliest time and every late part, in any order', () => {
    fc.assert(
      fc.property(fc.array(due), (all) => {
        const merged = all.reduce(mergeDue, nothingDue)
        const times = all.flatMap(({ next }) => next?.atMs ?? [])
        expect(merged.next?.atMs ?? null).toBe(times.length === 0 ? null : Math.min(...times))
        expect(merged.lateParts).toBe(all.reduce((sum, { lateParts }) => sum + lateParts, 0n))
        const reversed = all.reduceRight<NextDue>(mergeDue, nothingDue)
        expect([reversed.next?.atMs, reversed.lateParts]).toEqual([merged.next?.atMs, merged.lateParts])
      }),
    )
  })
})
