import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateReread } from './estimate-reread.ts'

it('takes the rate and the requests that the node has measured', () => {
  const measured = { fromStoreBytes: 1_000n, storeRequests: 10n, storeBytesPerSecond: 500 }
  expect(estimateReread({ bytes: 2_000n, files: 3n }, measured)).toEqual({ requests: 20n, elapsedMs: 4_000 })
  expect(estimateReread({ bytes: 2_001n, files: 3n }, measured).requests).toBe(21n)
})

it('needs a request a file at least, and says when nothing was measured', () => {
  const nothing = { fromStoreBytes: 0n, storeRequests: 0n, storeBytesPerSecond: null }
  expect(estimateReread({ bytes: 5n, files: 3n }, nothing)).toEqual({ requests: 3n, elapsedMs: null })
  expect(estimateReread({ bytes: 0n, files: 0n }, nothing).requests).toBe(0n)
})

it('more bytes never cost less', () => {
  const amount = fc.bigInt({ min: 0n, max: 1n << 50n })
  fc.assert(
    fc.property(amount, amount, amount, amount, (bytes, more, fromStoreBytes, storeRequests) => {
      const measured = { fromStoreBytes, storeRequests, storeBytesPerSecond: 1_000 }
      const less = estimateReread({ bytes, files: 1n }, measured)
      const all = estimateReread({ bytes: bytes + more, files: 1n }, measured)
      expect(all.requests >= less.requests).toBe(true)
      expect(all.elapsedMs).toBeGreaterThanOrEqual(less.elapsedMs ?? 0)
    }),
  )
})
