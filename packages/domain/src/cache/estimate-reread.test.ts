import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateReread } from './judge-thrash.ts'

const mebi = 1n << 20n
const measured = { fromStoreBytes: 10n * mebi, storeRequests: 10n, storeBytesPerSecond: Number(mebi) / 2 }

it('uses the rate and requests measured on the node', () => {
  expect(estimateReread({ bytes: 20n * mebi, files: 3n }, measured)).toEqual({
    requests: 20n,
    elapsedMs: 40_000,
  })
  expect(estimateReread({ bytes: 20n * mebi + 1n, files: 3n }, measured).requests).toBe(21n)
  expect(estimateReread({ bytes: mebi, files: 3n }, measured).requests).toBe(3n)
})

it('predicts no time from a few small reads, and assumes one request per file', () => {
  const little = { fromStoreBytes: 2_700n, storeRequests: 24n, storeBytesPerSecond: 1_600 }
  for (const few of [little, { fromStoreBytes: 0n, storeRequests: 0n, storeBytesPerSecond: null }])
    expect(estimateReread({ bytes: 13n * mebi, files: 264n }, few)).toEqual({
      requests: 264n,
      elapsedMs: null,
    })
  expect(estimateReread({ bytes: 0n, files: 0n }, little).requests).toBe(0n)
})

it('more bytes never cost less', () => {
  const amount = fc.bigInt({ min: 0n, max: 1n << 50n })
  fc.assert(
    fc.property(amount, amount, amount, amount, (bytes, more, fromStoreBytes, storeRequests) => {
      const any = { fromStoreBytes, storeRequests, storeBytesPerSecond: 1_000 }
      const less = estimateReread({ bytes, files: 1n }, any)
      const all = estimateReread({ bytes: bytes + more, files: 1n }, any)
      expect(all.requests >= less.requests).toBe(true)
      expect(all.elapsedMs ?? 0).toBeGreaterThanOrEqual(less.elapsedMs ?? 0)
    }),
  )
})
