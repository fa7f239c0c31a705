import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseCopies, type TableCopy } from './choose-copies.ts'

const sum = (copies: readonly TableCopy[]) => copies.reduce((rows, copy) => rows + copy.rows, 0n)

/** Replicated over shards with different numbers of replicas; each replica lags by some rows, one per shard by none. */
const cluster = fc
  .array(
    fc.record({
      rows: fc.bigInt({ min: 0n, max: 1n << 40n }),
      lags: fc.array(fc.bigInt({ min: 0n, max: 1n << 20n }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((shards) =>
    shards.flatMap(({ rows, lags }, index) =>
      [0n, ...lags].map((lag, replica): TableCopy => {
        const left = rows > lag ? rows - lag : 0n
        const shard = index + 1
        return {
          ...{ node: `s${shard}r${replica + 1}`, shard, replicates: `/tables/${shard}` },
          ...{ rows: left, bytes: left * 8n, lastSeen: null },
        }
      }),
    ),
  )
const answers = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 })

test('lagging replicas do not change the figure, in any order', () => {
  fc.assert(
    fc.property(cluster, (copies) => {
      const { copies: chosen, unknown } = chooseCopies(copies, [])
      const shards = new Set(copies.map(({ shard }) => shard))
      expect(chosen.map(({ shard }) => shard)).toEqual([...shards])
      expect(sum(chosen)).toBe(sum(copies.filter(({ node }) => node.endsWith('r1'))))
      expect(sum(chooseCopies(copies.toReversed(), []).copies)).toBe(sum(chosen))
      expect(unknown).toEqual([])
    }),
  )
})

test('an unreachable replica changes nothing while an equal one answers, and an unreachable shard is unknown', () => {
  fc.assert(
    fc.property(cluster, answers, (copies, up) => {
      const equal = copies.map((copy) => ({
        ...copy,
        rows: copies.find(({ shard }) => shard === copy.shard)?.rows ?? 0n,
      }))
      const seen = equal.filter((_, index) => up[index])
      const silent = equal.filter((_, index) => !up[index])
      const { copies: chosen, unknown } = chooseCopies(seen, silent)
      const seenShards = new Set(seen.map(({ shard }) => shard))
      expect(sum(chosen)).toBe(
        sum(equal.filter(({ node, shard }) => node.endsWith('r1') && seenShards.has(shard))),
      )
      expect(unknown).toEqual(silent.filter(({ shard }) => !seenShards.has(shard)))
    }),
  )
})

test('last known figures are used only where no replica of the shard answers', () => {
  fc.assert(
    fc.property(cluster, answers, (copies, up) => {
      const at = new Date(0)
      const known = copies.map((copy, index) => ({ ...copy, lastSeen: up[index] ? null : at }))
      const { copies: chosen, unknown } = chooseCopies(known, [])
      expect(unknown).toEqual([])
      for (const copy of chosen) {
        const others = known.filter(({ shard }) => shard === copy.shard)
        const asked = others.filter(({ lastSeen }) => lastSeen === copy.lastSeen)
        if (copy.lastSeen) expect(asked).toEqual(others)
        for (const other of asked) expect(copy.rows >= other.rows).toBe(true)
      }
    }),
  )
})

test('nodes of a non-replicated table have rows of their own', () => {
  fc.assert(
    fc.property(cluster, answers, (copies, up) => {
      const own = copies.map((copy) => ({ ...copy, replicates: null }))
      const seen = own.filter((_, index) => up[index])
      const silent = own.filter((_, index) => !up[index])
      expect(chooseCopies(seen, silent)).toEqual({ copies: seen, unknown: silent })
    }),
  )
})

test('a table with replicas in all shards counts once', () => {
  const of = (shard: number, rows: bigint): TableCopy => ({
    ...{ node: `s${shard}`, shard, replicates: '/tables/rates', rows, bytes: rows, lastSeen: null },
  })
  const silent = [{ node: 's3', shard: 3 }]
  expect(chooseCopies([of(1, 9n), of(2, 10n)], silent)).toEqual({ copies: [of(2, 10n)], unknown: [] })
  // One replica alone does not show whether the other shards have the same rows.
  expect(chooseCopies([of(1, 9n)], silent)).toEqual({ copies: [of(1, 9n)], unknown: silent })
})
