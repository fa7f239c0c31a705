import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTierSizes, noTierSizes, splitByTier, tierOfDisk, totalOfTiers } from './tier.ts'

const disks = [
  { name: 'default', onObjectStorage: false },
  { name: 's3', onObjectStorage: true },
  { name: 's3_cache', onObjectStorage: true },
]

const figure = fc.bigInt({ min: 0n, max: 1n << 62n })
const diskSizes = fc.array(
  fc.record({
    disk: fc.constantFrom('default', 's3', 's3_cache', 'gone'),
    parts: figure,
    rows: figure,
    bytes: figure,
  }),
)

test('a cache over object storage is cold, and a disk that the node does not list is unknown', () => {
  expect(disks.map((disk) => tierOfDisk(disk.name, disks))).toEqual(['hot', 'cold', 'cold'])
  expect(tierOfDisk('gone', disks)).toBe('unknown')
})

test('splitting by tier preserves the totals', () => {
  fc.assert(
    fc.property(diskSizes, (sizes) => {
      const total = totalOfTiers(splitByTier(sizes, disks))
      expect(total.bytes).toBe(sizes.reduce((sum, size) => sum + size.bytes, 0n))
      expect(total.parts).toBe(sizes.reduce((sum, size) => sum + size.parts, 0n))
      expect(total.rows).toBe(sizes.reduce((sum, size) => sum + size.rows, 0n))
    }),
  )
})

test('the split of two nodes is the sum of their splits', () => {
  fc.assert(
    fc.property(diskSizes, diskSizes, (one, other) => {
      expect(splitByTier([...one, ...other], disks)).toEqual(
        addTierSizes(splitByTier(one, disks), splitByTier(other, disks)),
      )
    }),
  )
  expect(splitByTier([], disks)).toEqual(noTierSizes())
})
