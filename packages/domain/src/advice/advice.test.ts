import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPriceBook } from '../cost/price-of-disk.ts'
import { adviceKey, sortAdvice } from './advice.ts'
import { adviseOldPartitions, type OldPartitionsFacts, savingPerMonth } from './old-partitions.ts'
import { adviseQueue, type QueueSample } from './queue-growth.ts'
import { adviseCache, adviseOrphans, adviseSmallParts } from './storage-advice.ts'
import { adviseLateTtl, adviseTtl, growthPerDay, type LateTtlFacts, type NoTtlFacts } from './ttl-advice.ts'

const local = { kind: 'local' as const, ...defaultPriceBook.local }
const object = { kind: 'object' as const, ...defaultPriceBook.object }
const gib = 1n << 30n
const dayMs = 86_400_000
const bytes = fc.bigInt({ min: 1n, max: 1n << 45n })

function old(
  shares: OldPartitionsFacts['shares'],
  change: Partial<OldPartitionsFacts> = {},
): OldPartitionsFacts {
  return {
    ...{
      database: 'shop',
      table: 'orders',
      before: '2026-01-01',
      days: 30,
      movedByTtl: false,
      currency: '$',
    },
    ...{ shares, cold: { volume: 'cold', prices: object }, hotBytes: 0n, ...change },
  }
}
const share = (size: bigint) => ({ bytes: size, objects: 10n, partitions: 2n, prices: local })
const moneyOf = (facts: OldPartitionsFacts) => {
  const gain = adviseOldPartitions(facts)?.gain
  return gain?.kind === 'money' ? gain.perMonth : 0
}

test('old partitions: 100 GiB save the difference of the prices', () => {
  const advice = adviseOldPartitions(old([share(100n * gib)]))
  expect(advice?.gain).toMatchObject({ kind: 'money', currency: '$', bytes: 100n * gib })
  expect(moneyOf(old([share(100n * gib)]))).toBeCloseTo(100 * (0.08 - 0.023), 9)
  expect(advice?.sentence).toBe('2 partitions with 100.00 GiB on hot disks are older than 30 days.')
  expect(advice?.plan).toEqual({
    ...{ kind: 'move', database: 'shop', table: 'orders', before: '2026-01-01', volume: 'cold' },
  })
})

test('old partitions: more bytes never save less, and savings of disks add up', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, more) => {
      expect(moneyOf(old([share(one + more)]))).toBeGreaterThanOrEqual(moneyOf(old([share(one)])))
      const both = moneyOf(old([share(one), share(more)]))
      expect(both).toBeCloseTo(moneyOf(old([share(one)])) + moneyOf(old([share(more)])), 6)
      expect(savingPerMonth(share(one), object)).toBeCloseTo(moneyOf(old([share(one)])), 9)
    }),
  )
})

test('old partitions: a missing fact gives no advice', () => {
  fc.assert(
    fc.property(bytes, (size) => {
      const facts = old([share(size)])
      expect(adviseOldPartitions({ ...facts, cold: null })).toBeNull()
      expect(adviseOldPartitions({ ...facts, movedByTtl: true })).toBeNull()
      expect(adviseOldPartitions(old([{ ...share(size), prices: { kind: 'unknown' } }]))).toBeNull()
      expect(
        adviseOldPartitions({ ...facts, cold: { volume: 'cold', prices: { kind: 'unknown' } } }),
      ).toBeNull()
      expect(adviseOldPartitions({ ...facts, hotBytes: size * 1000n })).toBeNull()
      expect(adviseOldPartitions(old([]))).toBeNull()
    }),
  )
})

test('old partitions: disks that are paid as a whole promise bytes and no money', () => {
  const advice = adviseOldPartitions(old([{ ...share(gib), prices: { ...local, basis: 'provisioned' } }]))
  expect(advice?.gain).toEqual({ kind: 'bytes', bytes: gib })
})

const noTtl: NoTtlFacts = {
  ...{
    database: 'shop',
    table: 'orders',
    byTime: true,
    ttl: '',
    days: 30,
    draft: "at + toIntervalDay(30) TO VOLUME 'cold'",
  },
  ...{ hotBytes: 10n * gib, oldBytes: 4n * gib, bytesPerDay: Number(gib), clusterHotBytes: 20n * gib },
}

test('no TTL: advice has the draft; without a figure there is none', () => {
  expect(adviseTtl(noTtl)?.plan).toMatchObject({ kind: 'ttl', ttl: noTtl.draft })
  expect(adviseTtl(noTtl)?.sentence).toContain('It grows by 1.00 GiB a day.')
  for (const missing of [
    { byTime: false },
    { ttl: 'at + toIntervalDay(1)' },
    { ttl: null },
    { draft: null },
    { bytesPerDay: null },
    { hotBytes: 0n },
  ])
    expect(adviseTtl({ ...noTtl, ...missing })).toBeNull()
})

const late: LateTtlFacts = {
  ...{ database: 'shop', table: 'orders', node: 'n1', disk: 'default', oldestMs: 0, hotBytes: 10n * gib },
  ...{
    age: { column: 'at', wrap: null, amount: 90, unit: 'DAY' },
    bytesPerDay: Number(gib),
    freeBytes: 20n * gib,
  },
  ...{ forecast: null, draftFor: (days) => `at + toIntervalDay(${days})` },
}

test('late TTL: the disk is full before rows move', () => {
  const advice = adviseLateTtl(late, 10 * dayMs)
  expect(advice?.sentence).toBe(
    'The disk default of n1 grows by 1.00 GiB a day and is full in 20 days. Its TTL of 90 days moves the first rows in 80 days.',
  )
  expect(advice?.gain).toEqual({ kind: 'bytes', bytes: 60n * gib })
  expect(advice?.plan).toMatchObject({ ttl: 'at + toIntervalDay(24)' })
})

test('late TTL: more free space never adds advice; a missing figure gives none', () => {
  const free = fc.bigInt({ min: 0n, max: 200n * gib })
  fc.assert(
    fc.property(free, free, (one, more) => {
      const advised = (freeBytes: bigint) => adviseLateTtl({ ...late, freeBytes }, 10 * dayMs) !== null
      if (!advised(one)) expect(advised(one + more)).toBe(false)
    }),
  )
  for (const missing of [{ oldestMs: null }, { bytesPerDay: null }, { freeBytes: null }, { bytesPerDay: 0 }])
    expect(adviseLateTtl({ ...late, ...missing }, 10 * dayMs)).toBeNull()
  expect(
    adviseLateTtl({ ...late, forecast: { bytesPerDay: -1, daysUntilFull: null } }, 10 * dayMs),
  ).toBeNull()
  expect(adviseLateTtl(late, 100 * dayMs)).toBeNull()
})

test('growth: a young table grows over its own time', () => {
  expect(growthPerDay(30, { windowDays: 30, oldestMs: 0, nowMs: 100 * dayMs })).toBe(1)
  expect(growthPerDay(30, { windowDays: 30, oldestMs: 90 * dayMs, nowMs: 100 * dayMs })).toBe(3)
  expect(growthPerDay(30, { windowDays: 30, oldestMs: 100 * dayMs - 1, nowMs: 100 * dayMs })).toBe(30)
  expect(growthPerDay(30, { windowDays: 30, oldestMs: null, nowMs: 0 })).toBeNull()
})

test('orphans: cost grows with their bytes and is none without any', () => {
  const orphans = { auditId: 'a', bucket: 'b', objects: 3, bytes: gib, prices: object, currency: '$' }
  const costOf = (size: bigint) => {
    const gain = adviseOrphans({ ...orphans, bytes: size })?.gain
    return gain?.kind === 'money' ? gain.perMonth : 0
  }
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(costOf(a + b)).toBeCloseTo(costOf(a) + costOf(b), 6)
    }),
  )
  expect(costOf(gib)).toBeCloseTo(0.023, 9)
  expect(adviseOrphans({ ...orphans, objects: 0, bytes: 0n })).toBeNull()
})

test('caches: advice where much is evicted and most reads miss', () => {
  const counts = {
    ...{ coveredMs: 7_200_000, downloadedBytes: 40n * gib, evictedBytes: 40n * gib, limitBytes: 10n * gib },
    ...{ fromCacheBytes: 10n * gib, fromStoreBytes: 40n * gib },
  }
  expect(adviseCache({ node: 'n1', counts })?.sentence).toBe(
    'In 2 hours the caches with a limit of 10.00 GiB evicted 40.00 GiB, and 80% of the bytes came from object storage. 50.00 GiB would hold everything that was read.',
  )
  for (const calm of [
    { evictedBytes: 0n },
    { coveredMs: 60_000 },
    { fromCacheBytes: 4000n * gib },
    { limitBytes: 0n },
  ])
    expect(adviseCache({ node: 'n1', counts: { ...counts, ...calm } })).toBeNull()
})

test('small parts: seconds of a start; large parts are no advice', () => {
  const small = {
    ...{ database: 'shop', table: 'orders', node: 'n1', parts: 1204n, bytes: 1204n << 20n },
    ...{ coldMs: 41_000, savedMs: 20_300 },
  }
  expect(adviseSmallParts(small)?.gain).toEqual({ kind: 'seconds', seconds: 20.3 })
  expect(adviseSmallParts(small)?.sentence).toContain('1,204 parts of 1.00 MiB on average')
  expect(adviseSmallParts({ ...small, bytes: 1204n << 27n })).toBeNull()
  expect(adviseSmallParts({ ...small, savedMs: 0 })).toBeNull()
  expect(adviseSmallParts({ ...small, parts: 0n })).toBeNull()
})

test('queues: only those that never get shorter', () => {
  const at = { node: 'n1', database: 'shop', table: 'orders_all' }
  const sizes = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 3, maxLength: 8 })
  const toSamples = (files: bigint[]): QueueSample[] =>
    files.map((each, index) => ({ atMs: index * 300_000, files: each, bytes: each * 100n }))
  fc.assert(
    fc.property(sizes, (files) => {
      const sorted = files.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      const grows = sorted[0] !== sorted.at(-1)
      expect(adviseQueue(at, toSamples(sorted)) !== null).toBe(grows)
      const shrinks = files.some((each, index) => each < (files[index - 1] ?? 0n))
      if (shrinks) expect(adviseQueue(at, toSamples(files))).toBeNull()
    }),
  )
  expect(adviseQueue(at, toSamples([1n, 2n]))).toBeNull()
})

test('keys tell objects apart; the order is by kind, then by gain', () => {
  expect(adviceKey('no-ttl', 'a.b', 'c')).not.toBe(adviceKey('no-ttl', 'a', 'b.c'))
  const of = (kind: 'no-ttl' | 'orphans', size: bigint) => ({
    kind,
    key: `${kind}${size}`,
    gain: { kind: 'bytes' as const, bytes: size },
  })
  expect(sortAdvice([of('no-ttl', 9n), of('orphans', 1n), of('orphans', 2n)]).map(({ key }) => key)).toEqual([
    'orphans2',
    'orphans1',
    'no-ttl9',
  ])
})
