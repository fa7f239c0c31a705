import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeBatch } from './judge-batch.ts'

const object = (path: string) => ({ path, sizeBytes: 1n, etag: `etag of ${path}`, modifiedAt: new Date(0) })
const count = (path: string, rows: bigint) => ({ path, etag: `etag of ${path}`, rows })
const asListed = (path: string) => `etag of ${path}`

it('is complete when each object is as listed and every row that was read is staged, empty objects too', () => {
  const verdict = judgeBatch([object('a'), object('b')], [count('a', 2n), count('a', 3n)], 5n, asListed)
  expect(verdict).toEqual({
    kind: 'complete',
    rows: 5n,
    rowsByPath: new Map([
      ['a', 5n],
      ['b', 0n],
    ]),
  })
})

it('tells an object that was another one when it was read, and one that is another one or gone since', () => {
  const other = { ...count('a', 1n), etag: 'new' }
  expect(judgeBatch([object('a')], [other], 1n, asListed)).toEqual({ kind: 'changed', paths: ['a'] })
  for (const now of ['new', null])
    expect(judgeBatch([object('a')], [count('a', 1n)], 1n, () => now)).toEqual({
      kind: 'changed',
      paths: ['a'],
    })
})

it('never is complete with a row too many or too few, or of an object that nobody listed', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), (read, staged) => {
      const { kind } = judgeBatch([object('a')], [count('a', read)], staged, asListed)
      expect(kind).toBe(read === staged ? 'complete' : 'inconsistent')
    }),
  )
  expect(judgeBatch([object('a')], [count('z', 1n)], 1n, asListed).kind).toBe('inconsistent')
})
