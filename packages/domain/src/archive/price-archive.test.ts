import fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceArchive } from './price-archive.ts'

const gib = 1n << 30n
const prices = {
  ...{ gibMonth: 0.02, perThousandWrites: 0.005, perThousandReads: 0.0004, egressGib: 0.09 },
  ...{ minimumObjectBytes: 0, minimumDays: 0 },
}

it('saves the copies of the other replicas, and says how many reads cost as much', () => {
  const cost = priceArchive({ replicaBytes: 20n * gib, fileBytes: 10n * gib, files: 20 }, prices)
  expect(cost.coldPerMonth).toBeCloseTo(0.4)
  expect(cost.archivePerMonth).toBeCloseTo(0.2)
  expect(cost.perRead).toBeCloseTo(0.9 + (1_280 + 40) * 0.0000004)
  expect(cost.readsPerMonthLimit).toBeCloseTo(0.2 / cost.perRead)
})

it('has no limit of reads where nothing is saved or reads are free', () => {
  const size = fc.bigInt({ min: 0n, max: 1n << 50n })
  fc.assert(
    fc.property(size, size, fc.nat(1_000), (replicaBytes, fileBytes, files) => {
      const cost = priceArchive({ replicaBytes, fileBytes, files }, prices)
      if (cost.coldPerMonth <= cost.archivePerMonth) expect(cost.readsPerMonthLimit).toBeNull()
      const free = { ...prices, perThousandReads: 0, egressGib: 0 }
      expect(priceArchive({ replicaBytes, fileBytes, files }, free).readsPerMonthLimit).toBeNull()
    }),
  )
})
