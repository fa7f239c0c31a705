import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CacheRoom, judgeFit as judge, type WantedBytes } from './judge-fit.ts'

const mib = 1n << 20n
const judgeFit = (of: CacheRoom, wanted: readonly WantedBytes[]) => judge(of, wanted, false)
const room: CacheRoom = {
  limitBytes: 128n * mib,
  sizeBytes: 100n * mib,
  protectedShare: null,
  hitsThreshold: 0n,
}
const want = (wanted: bigint, cached = 0n, partitionId = '202601') => ({
  partitionId,
  wantedBytes: wanted * mib,
  cachedBytes: cached * mib,
})

it('reports what is left to fetch, and what is evicted for it', () => {
  expect(judgeFit(room, [want(20n, 5n), want(10n)])).toEqual({
    wantedBytes: 30n * mib,
    cachedBytes: 5n * mib,
    toFetchBytes: 25n * mib,
    freeBytes: 28n * mib,
    evictedBytes: 0n,
    verdict: 'fits',
    reason: null,
  })
  expect(judgeFit(room, [want(60n)])).toMatchObject({ verdict: 'evicts', evictedBytes: 32n * mib })
  expect(judgeFit(room, [want(30n, 30n)])).toMatchObject({ verdict: 'cached', toFetchBytes: 0n })
})

it('refuses what the cache cannot keep, with a remedy', () => {
  expect(judgeFit(room, [want(100n), want(29n)]).reason).toMatch(/129.00 MiB are selected.*128.00 MiB.*fewer/)
  const segmented = { ...room, protectedShare: 0.6 }
  expect(judgeFit(segmented, [want(51n), want(51n)]).verdict).toBe('evicts')
  expect(judgeFit(segmented, [want(51n), want(52n, 0n, '7')]).reason).toMatch(
    /Partition 7 has 52.00 MiB.*51\.\d+ MiB/,
  )
  expect(judgeFit({ ...room, hitsThreshold: 2n }, [want(1n)]).reason).toMatch(/cache_hits_threshold/)
})

it('ignores the size limit under a condition, which may read less', () => {
  expect(judge(room, [want(300n)], true)).toMatchObject({ verdict: 'evicts', evictedBytes: 100n * mib })
  expect(judge({ ...room, hitsThreshold: 2n }, [want(1n)], true).verdict).toBe('refused')
})

it('never promises more than the limit', () => {
  const amount = fc.bigInt({ min: 0n, max: 300n })
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount)), amount, (partitions, size) => {
      const wanted = partitions.map(([a, b]) => want(a > b ? a : b, a > b ? b : a))
      const fit = judgeFit({ ...room, sizeBytes: size * mib }, wanted)
      expect(fit.toFetchBytes + fit.cachedBytes).toBe(fit.wantedBytes)
      expect(fit.evictedBytes).toBeLessThanOrEqual(size * mib)
      if (fit.verdict === 'fits') expect(fit.toFetchBytes).toBeLessThanOrEqual(fit.freeBytes)
      if (fit.verdict !== 'refused' && fit.verdict !== 'cached')
        expect(fit.wantedBytes).toBeLessThanOrEqual(room.limitBytes)
    }),
  )
})
