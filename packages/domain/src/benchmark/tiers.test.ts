import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantile } from '../quantile.ts'
import { findCopyFault } from './find-copy-fault.ts'
import { judgeTierRun, type RunFigures } from './judge-tier-run.ts'
import { markTable, placeTable } from './place-table.ts'
import { planTierSteps } from './plan-tier-steps.ts'
import { listQueryTemplates } from './query-templates.ts'
import { summarizeTier } from './summarize-tier.ts'
import { benchTiers, tierBenchmarkSpec } from './tier-benchmark-spec.ts'

const figures: RunFigures = {
  ...{ readRows: 1n, readBytes: 1n, resultRows: 1n, memoryBytes: 1n, cpuMs: 1 },
  ...{ storeBytes: 0n, missedBytes: 0n, cacheBytes: 0n, storeRequests: 0n, cachedBeforeBytes: null },
}
const spec = tierBenchmarkSpec.parse({
  ...{ node: 'n1', database: 'demo', table: 'trips', query: 'SELECT count() FROM {table}', runs: 2 },
  data: { kind: 'copies', partitions: ['1', '2'], hotDisk: 'default', coldDisk: 'cold_cache' },
  tiers: [...benchTiers],
})

describe('a run counts', () => {
  it.each([
    ['hot', {}, 'as-said'],
    ['hot', { storeBytes: 1n }, 'other'],
    ['hot', { cacheBytes: 1n }, 'other'],
    ['cold', { storeBytes: 9n }, 'as-said'],
    ['cold', {}, 'other'],
    ['cold', { storeBytes: 9n, cacheBytes: 1n }, 'other'],
    ['cache-first', { storeBytes: 9n, missedBytes: 9n, cacheBytes: 6n, cachedBeforeBytes: 0n }, 'as-said'],
    ['cache-first', { storeBytes: 9n, missedBytes: 9n, cacheBytes: 6n }, 'as-said'],
    ['cache-first', { storeBytes: 9n, missedBytes: 9n, cacheBytes: 10n }, 'other'],
    ['cache-first', { storeBytes: 9n, missedBytes: 9n, cachedBeforeBytes: 1n }, 'other'],
    ['cache-first', { storeBytes: 9n }, 'other'],
    ['cache-first', { cacheBytes: 9n }, 'other'],
    ['cache-second', { cacheBytes: 9n }, 'as-said'],
    ['cache-second', { cacheBytes: 9n, missedBytes: 1n }, 'other'],
    ['cache-second', {}, 'other'],
  ] as const)('%s that read %o: %s', (tier, read, verdict) => {
    expect(judgeTierRun(tier, { ...figures, ...read }).kind).toBe(verdict)
  })

  it('never when it is unknown what it read', () => {
    for (const tier of benchTiers) expect(judgeTierRun(tier, null).kind).toBe('unknown')
  })

  it('for at most one tier', () => {
    const amount = fc.bigInt({ min: 0n, max: 3n })
    fc.assert(
      fc.property(amount, amount, amount, amount, (storeBytes, missedBytes, cacheBytes, before) => {
        const read = { ...figures, storeBytes, missedBytes, cacheBytes, cachedBeforeBytes: before }
        const proved = benchTiers.filter((tier) => judgeTierRun(tier, read).kind === 'as-said')
        // Bytes that bypassed the cache and bytes that missed it both come from the store.
        expect(proved.filter((tier) => tier !== 'cold').length).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the steps', () => {
  it('copy first, then run round by round', () => {
    expect(planTierSteps(spec).map(({ kind, round, object }) => `${kind} ${round} ${object}`)).toEqual([
      ...['copy-hot 0 1', 'copy-hot 0 2', 'copy-cold 0 1', 'copy-cold 0 2'],
      ...[1, 2].flatMap((round) => benchTiers.map((tier) => `${tier} ${round} null`)),
    ])
  })

  it('copy nothing for tiers that are not measured', () => {
    expect(planTierSteps({ ...spec, tiers: ['hot'], runs: 1 }).map(({ kind }) => kind)).toEqual([
      ...['copy-hot', 'copy-hot', 'hot'],
    ])
    const inPlace = { ...spec, data: { kind: 'in-place' as const, mayEmptyCache: true } }
    expect(planTierSteps(inPlace).every(({ round }) => round > 0)).toBe(true)
  })
})

describe('a summary', () => {
  const run = (elapsedMs: number, counts = true) => ({
    ...{ tier: 'cold' as const, elapsedMs, figures: { ...figures, storeRequests: 10n } },
    verdict: counts ? { kind: 'as-said' as const } : { kind: 'other' as const, reason: '' },
  })

  it('leaves out runs that do not count', () => {
    expect(summarizeTier('cold', [run(10), run(30), run(20), run(1, false)], 40)).toMatchObject({
      ...{ runs: 4, counted: 3, medianMs: 20, fastestMs: 10, slowestMs: 30, centsPerRun: 0.0004 },
    })
    expect(summarizeTier('hot', [run(10)], 40)).toMatchObject({ runs: 0, medianMs: null, centsPerRun: null })
  })

  it('is between the fastest and the slowest', () => {
    const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(times, fc.double({ min: 0, max: 1, noNaN: true }), (given, level) => {
        const sorted = given.toSorted((a, b) => a - b)
        const value = quantile(sorted, level) ?? Number.NaN
        expect(value).toBeGreaterThanOrEqual((sorted[0] ?? 0) - 1e-6)
        expect(value).toBeLessThanOrEqual((sorted.at(-1) ?? 0) + 1e-6)
      }),
    )
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantile([], 0.5)).toBe(null)
  })
})

describe('the table of a query', () => {
  const trips = { database: 'demo', table: 'trips' }

  it.each([
    ['SELECT 1 FROM demo.trips', 'SELECT 1 FROM {table}'],
    ['SELECT trips.id FROM `demo` . "trips" AS trips', 'SELECT trips.id FROM {table} AS trips'],
    [
      "SELECT 'demo.trips' FROM demo.trips -- of demo.trips",
      "SELECT 'demo.trips' FROM {table} -- of demo.trips",
    ],
    ['SELECT 1 FROM demo.trips2, demo.trips', 'SELECT 1 FROM demo.trips2, {table}'],
    ['SELECT 1 FROM old_demo.trips', 'SELECT 1 FROM old_demo.trips'],
    ['SELECT 1 FROM {table}', 'SELECT 1 FROM {table}'],
  ])('%s', (query, marked) => {
    expect(markTable(query, trips)).toBe(marked)
  })

  it('is restored', () => {
    expect(placeTable('SELECT 1 FROM {table} JOIN {table}', '`a`.`b$&`')).toBe(
      'SELECT 1 FROM `a`.`b$&` JOIN `a`.`b$&`',
    )
  })

  it('has templates for the columns that it has', () => {
    const all = listQueryTemplates([
      { name: 'day', type: 'Date', inSortingKey: true },
      { name: 'trip id', type: 'UInt64', inSortingKey: true },
      { name: 'n', type: 'Nullable(Int32)', inSortingKey: false },
      { name: 'text', type: 'LowCardinality(String)', inSortingKey: false },
    ])
    expect(all).toHaveLength(9)
    for (const { sql } of all) expect(sql).toContain('{table}')
    expect(all[0]?.sql).toContain('`trip id` AS k2')
    expect(listQueryTemplates([]).map(({ title }) => title)).toEqual(['Every byte'])
  })
})

describe('copies', () => {
  const facts = {
    engine: 'MergeTree',
    inReplicatedDatabase: false,
    partitions: [
      { partitionId: '1', bytes: 100n },
      { partitionId: '2', bytes: 200n },
    ],
    disks: [
      { name: 'default', kind: 'local' as const, freeBytes: 1_000n, totalBytes: 2_000n },
      { name: 'cold', kind: 'object' as const, freeBytes: null, totalBytes: null },
      { name: 'cold_cache', kind: 'cached' as const, freeBytes: null, totalBytes: null },
    ],
  }
  const small = {
    ...facts,
    disks: [
      { ...facts.disks[0], name: 'default', kind: 'local' as const, freeBytes: 499n, totalBytes: 2_000n },
    ],
  }

  it('fit, or there is a reason why not', () => {
    expect(findCopyFault(spec, facts)).toBe(null)
    expect(findCopyFault(spec, small)).toContain('has room for')
    expect(findCopyFault(spec, { ...facts, engine: 'Log' })).toContain('Log table')
    expect(findCopyFault(spec, { ...facts, inReplicatedDatabase: true })).toContain('on all its nodes')
    expect(findCopyFault({ ...spec, data: { kind: 'in-place', mayEmptyCache: false } }, small)).toBe(null)
    const onCold = {
      ...spec,
      data: {
        ...spec.data,
        kind: 'copies' as const,
        partitions: ['1'],
        hotDisk: 'default',
        coldDisk: 'cold',
      },
    }
    expect(findCopyFault(onCold, facts)).toContain('is not behind a cache')
    expect(findCopyFault({ ...onCold, tiers: ['hot', 'cold'] }, facts)).toBe(null)
    const large = { ...facts, partitions: facts.partitions.map((each) => ({ ...each, bytes: 60n << 30n })) }
    expect(findCopyFault(spec, large)).toContain('The maximum is 100 GiB')
  })
})
