import { expect, test } from 'vitest'
import { firstAssumptions, readAssumptions } from './assumptions.ts'

test('reads are counted unless some are given', () => {
  expect(readAssumptions(firstAssumptions)).toEqual({
    read: { share: 0.1, cached: 0, bytesPerGet: 1_048_576 },
    faults: {},
  })
  expect(
    readAssumptions({ readsPerDay: '2,5', sharePercent: '100', cachedPercent: '50', mibPerGet: '4' }).read,
  ).toEqual({
    ...{ readsPerDay: 2.5, share: 1, cached: 0.5, bytesPerGet: 4 * 1_048_576 },
  })
})

test('what is no number is told, and not used', () => {
  const { read, faults } = readAssumptions({
    readsPerDay: 'often',
    sharePercent: '101',
    cachedPercent: '',
    mibPerGet: '0',
  })
  expect(read).toEqual({ share: 0.1, cached: 0, bytesPerGet: 1_048_576 })
  expect(Object.keys(faults)).toEqual(['readsPerDay', 'sharePercent', 'cachedPercent', 'mibPerGet'])
})
