import { expect, test } from 'vitest'
import { priceBook } from './price-book.ts'
import { defaultPriceBook, infrequentAccess, objectPriceTemplates, pricesOfDisk } from './price-of-disk.ts'

const book = {
  ...defaultPriceBook,
  disks: [{ kind: 'object' as const, disk: 's3_ia', ...infrequentAccess }],
}

const { local, object } = defaultPriceBook

test('the templates are valid prices', () => {
  expect(priceBook.parse(defaultPriceBook)).toEqual(defaultPriceBook)
  for (const { prices } of objectPriceTemplates)
    expect(priceBook.parse({ ...defaultPriceBook, object: prices }).object).toEqual(prices)
})

test('matches any of its names; its own price comes first', () => {
  expect(pricesOfDisk(book, ['ia_cache', 's3_ia'], 'cold')).toEqual({
    kind: 'object',
    ...infrequentAccess,
  })
  expect(pricesOfDisk(book, ['s3'], 'cold')).toEqual({ kind: 'object', ...object })
  expect(pricesOfDisk(book, ['s3_ia'], 'hot')).toEqual({ kind: 'local', ...local })
  expect(pricesOfDisk(book, ['s3_ia'], 'unknown')).toEqual({ kind: 'unknown' })
})

test('a disk is priced once', () => {
  const own = { kind: 'local' as const, disk: 'fast', gibMonth: 1, basis: 'used' as const }
  expect(priceBook.safeParse({ ...book, disks: [own, own] }).success).toBe(false)
})
