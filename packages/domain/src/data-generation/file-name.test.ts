import fc from 'fast-check'
import { expect, it } from 'vitest'
import { objectCompressions, objectFormats } from '../source/object-format.ts'
import { maxFiles, readFileKey, writeFileGlob, writeFileKey, writePartitionKey } from './file-name.ts'
import { isForeignKey, overlap } from './judge-folder.ts'

const naming = { prefix: 'trial/', format: 'CSVWithNames', compression: 'gzip' } as const
const namings = fc.record({
  prefix: fc.constantFrom('trial/', 'a/b c/', 'part-/'),
  format: fc.constantFrom(...objectFormats),
  compression: fc.constantFrom(...objectCompressions),
})
const file = fc.integer({ min: 0, max: maxFiles - 1 })

it('file names contain their numbers, and sort in that order', () => {
  expect(writeFileKey(naming, 7)).toBe('trial/part-000007.csv.gz')
  expect(writePartitionKey(naming)).toBe('trial/part-{_partition_id}.csv.gz')
  expect(writeFileGlob(naming)).toBe('trial/part-*.csv.gz')
  fc.assert(
    fc.property(namings, file, file, (given, one, other) => {
      expect(readFileKey(given, writeFileKey(given, one))).toBe(one)
      expect(Math.sign(writeFileKey(given, one).localeCompare(writeFileKey(given, other)))).toBe(
        Math.sign(one - other),
      )
    }),
  )
})

it.each([
  'trial/part-000007.csv',
  'trial/part-7.csv.gz',
  'trial/part-0000071.csv.gz',
  'trial/part-     7.csv.gz',
  'trial/part-0x0007.csv.gz',
  'trial/PART-000007.csv.gz',
  'other/part-000007.csv.gz',
  'trial/part-000007.csv.gz.tmp',
  'trial/',
  '',
])('does not accept another name: %s', (key) => {
  expect(readFileKey(naming, key)).toBeNull()
})

it('overwrites only files of chunks that it has sent', () => {
  const sent = [{ firstFile: 4, files: 2 }]
  const isForeign = (key: string) => isForeignKey(naming, key, sent)
  expect([4, 5].map((own) => isForeign(writeFileKey(naming, own)))).toEqual([false, false])
  expect([3, 6].map((other) => isForeign(writeFileKey(naming, other)))).toEqual([true, true])
  expect(isForeign('trial/readme.txt')).toBe(true)
  // The marker object of an empty folder.
  expect(isForeign('trial/')).toBe(false)
})

it('detects that one folder is inside another', () => {
  expect([overlap('a/', 'a/b/'), overlap('a/b/', 'a/'), overlap('a/', 'a/'), overlap('a/', 'ab/')]).toEqual([
    true,
    true,
    true,
    false,
  ])
})
