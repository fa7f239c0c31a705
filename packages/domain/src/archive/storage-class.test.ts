import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isWrittenByServer,
  nameStorageClass,
  needsRetrieval,
  planRetrieval,
  priceRetrieval,
  retrievalTiers,
  storageClasses,
} from './storage-class.ts'

const aFile = fc.record({
  storageClass: fc.constantFrom(...storageClasses, 'INTELLIGENT_TIERING'),
  isRetrieved: fc.boolean(),
  sizeBytes: fc.bigInt({ min: 0n, max: 1n << 40n }),
})
const prices = {
  ...{ gibMonth: 0.02, perThousandWrites: 0.005, perThousandReads: 0.0004, egressGib: 0.01 },
  ...{ minimumObjectBytes: 0, minimumDays: 0 },
}

describe('a retrieval', () => {
  it('has exactly the files that cannot be read, and the hours of the slowest', () => {
    fc.assert(
      fc.property(fc.array(aFile), fc.constantFrom(...retrievalTiers), (files, tier) => {
        const plan = planRetrieval(files, tier)
        const away = files.filter((file) => needsRetrieval(file.storageClass) && !file.isRetrieved)
        if (plan === null) {
          expect(away).toEqual([])
          return
        }
        expect(plan.files).toBe(away.length)
        expect(plan.bytes).toBe(away.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n))
        const isDeep = away.some(({ storageClass }) => storageClass === 'DEEP_ARCHIVE')
        expect(plan.hours).toBe(isDeep ? { standard: 12, bulk: 48 }[tier] : { standard: 5, bulk: 12 }[tier])
      }),
    )
  })

  it('costs the same in two halves as in one', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.bigInt(0n, 1n << 40n),
        fc.integer({ min: 1, max: 30 }),
        (files, bytes, days) => {
          const half = { files, bytes, hours: 5 }
          const whole = { files: 2 * files, bytes: 2n * bytes, hours: 5 }
          expect(priceRetrieval(whole, days, prices)).toBeCloseTo(2 * priceRetrieval(half, days, prices), 6)
        },
      ),
    )
  })
})

it('lets the server write what it can read back, as far as that was tried', () => {
  const written = (version: string) => storageClasses.filter((each) => isWrittenByServer(each, version))
  expect(written('26.7.2.1')).toEqual(['STANDARD_IA', 'GLACIER_IR'])
  expect(written('27.1.1.1')).toEqual(['STANDARD_IA', 'GLACIER_IR'])
  expect(written('25.8.3.4')).toEqual([])
  expect(nameStorageClass('DEEP_ARCHIVE')).toBe('Glacier Deep Archive')
  expect(nameStorageClass('OUTPOSTS')).toBe('OUTPOSTS')
})
