import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeDeepReadBatch } from './judge-deep-check.ts'
import type { PartWitness } from './proof.ts'

const mib = 1024n * 1024n
const part = (bytesOnDisk: bigint, index: number): PartWitness => ({
  ...{ name: `p${index}`, rows: 1n, bytesOnDisk, disk: 'hot', hash: 'h', minBlock: 0n, maxBlock: 0n },
})

it('takes a large part alone and small parts together', () => {
  expect(takeDeepReadBatch([500n * mib, mib].map(part))).toHaveLength(1)
  expect(takeDeepReadBatch([40n * mib, 20n * mib, 10n * mib].map(part))).toHaveLength(2)
  expect(takeDeepReadBatch(Array.from({ length: 250 }, (_, index) => part(1n, index)))).toHaveLength(100)
})

it('reads every part once, in order, whatever their sizes', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 200n * mib })), (sizes) => {
      const parts = sizes.map(part)
      const read: PartWitness[] = []
      while (read.length < parts.length) read.push(...takeDeepReadBatch(parts.slice(read.length)))
      expect(read).toEqual(parts)
    }),
  )
})
