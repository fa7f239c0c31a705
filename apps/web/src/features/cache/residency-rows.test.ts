import { expect, it } from 'vitest'
import type { Residency } from './hooks/use-residency.ts'
import { toResidencyRows } from './residency-rows.ts'

const amount = (cachedBytes: bigint, storedBytes: bigint) => ({ cachedBytes, storedBytes })
const kinds = (cached: bigint) => ({
  data: amount(cached - 1n, 80n),
  marks: amount(1n, 10n),
  primary_index: amount(0n, 5n),
  skip_index: amount(0n, 0n),
  other: amount(0n, 5n),
})
const totals = (cached: bigint) => ({
  ...amount(cached, 100n),
  segments: 2n,
  files: 3n,
  parts: 1n,
  kinds: kinds(cached),
})

const residency: Residency = {
  coverage: { complete: true, missingNodes: [] },
  byNode: [{ node: 'a', cachedBytes: 65n, unexplainedBytes: 5n }],
  tables: [
    {
      ...totals(40n),
      database: 'shop',
      table: 'orders',
      nodes: ['a'],
      partitions: [
        {
          ...totals(40n),
          partitionId: '202401',
          rest: false,
          topParts: [{ node: 'a', name: '202401_1_1_0', ...amount(40n, 100n) }],
        },
      ],
    },
    {
      ...totals(20n),
      database: '',
      table: 'some-uuid',
      nodes: ['a'],
      partitions: [{ ...totals(20n), partitionId: '', rest: true, topParts: [] }],
    },
  ],
}
const sum = (rows: readonly { cachedBytes: bigint }[]) =>
  rows.reduce((all, { cachedBytes }) => all + cachedBytes, 0n)

it.each(['table', 'partition', 'kind'] as const)('all cached data is shown, divided by %s', (group) => {
  expect(sum(toResidencyRows(residency, group, null))).toBe(65n)
})

it('one table has only its own bytes, and a dropped one cannot be dropped from the cache by name', () => {
  expect(toResidencyRows(residency, 'partition', 'shop.orders')).toMatchObject([
    { label: '202401', cachedBytes: 40n },
  ])
  expect(toResidencyRows(residency, 'part', 'shop.orders')).toMatchObject([
    { label: '202401_1_1_0 on a', storedBytes: 100n },
  ])
  const [orders, dropped, unexplained] = toResidencyRows(residency, 'table', null)
  expect(orders?.table).toEqual({ database: 'shop', table: 'orders' })
  expect(dropped).toMatchObject({ label: 'dropped table some-uuid', table: null })
  expect(unexplained).toMatchObject({ label: 'Not in a table', cachedBytes: 5n, storedBytes: null })
})
