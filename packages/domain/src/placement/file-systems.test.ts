import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeSharedDisks, groupByFileSystem, sumRoom } from './file-systems.ts'

const disk = (name: string, totalBytes: bigint, freeBytes: bigint, keepFreeBytes = 0n) => ({
  ...{ name, totalBytes, freeBytes, keepFreeBytes },
})
const namesOf = (disks: ReturnType<typeof disk>[]) =>
  groupByFileSystem(disks).map((group) => group.map(({ name }) => name))
const tib = 1n << 40n

it('treats disks with the same total and free space as one file system', () => {
  expect(
    namesOf([
      disk('default', tib, 1000n),
      disk('hot2', tib, 1000n + (1n << 20n)),
      disk('other', tib, 1n << 30n),
      disk('kept', tib - 5000n, 0n, 5000n),
      disk('broken', 0n, 0n),
      disk('broken2', 0n, 0n),
    ]),
  ).toEqual([['default', 'hot2', 'kept'], ['other'], ['broken'], ['broken2']])
})

it('counts the space of each file system once, and says so', () => {
  const room = sumRoom([
    { name: 'a', freeBytes: 10n, fileSystem: 'a' },
    { name: 'b', freeBytes: 7n, fileSystem: 'a' },
    { name: 'c', freeBytes: 5n },
  ])
  expect(room).toEqual({ freeBytes: 15n, shared: [['a', 'b']] })
  expect(describeSharedDisks(room.shared)).toBe('Disks a, b share one file system, which is counted once.')
})

it('is at most the sum of all disks, and at least the largest', () => {
  const disks = fc.array(
    fc.record({
      name: fc.string(),
      freeBytes: fc.bigInt({ min: 0n, max: tib }),
      fileSystem: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    }),
  )
  fc.assert(
    fc.property(disks, (given) => {
      const { freeBytes } = sumRoom(given)
      expect(freeBytes <= given.reduce((sum, each) => sum + each.freeBytes, 0n)).toBe(true)
      for (const each of given) expect(freeBytes >= each.freeBytes).toBe(true)
    }),
  )
})
