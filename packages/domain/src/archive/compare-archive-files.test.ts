import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareArchiveFiles } from './compare-archive-files.ts'

const objects = fc.uniqueArray(
  fc.record({
    key: fc.string({ minLength: 1 }),
    etag: fc.string(),
    sizeBytes: fc.bigInt({ min: 0n, max: 1_000n }),
    stepOrdinal: fc.nat(9),
  }),
  { selector: ({ key }) => key },
)

it('finds exactly the files that are gone or other ones, whatever else is in the bucket', () => {
  fc.assert(
    fc.property(
      objects,
      fc.infiniteStream(fc.constantFrom('same', 'gone', 'other size', 'other etag')),
      (proved, fates) => {
        const listed = new Map([['of somebody else', { sizeBytes: 1n, etag: 'x' }]])
        const expected: string[] = []
        for (const { key, etag, sizeBytes } of proved) {
          const { value: fate } = fates.next()
          if (fate !== 'same') expected.push(`${fate === 'gone' ? 'missing' : 'changed'} ${key}`)
          if (fate === 'gone') listed.delete(key)
          else
            listed.set(key, {
              sizeBytes: fate === 'other size' ? sizeBytes + 1n : sizeBytes,
              etag: fate === 'other etag' ? `${etag}!` : etag,
            })
        }
        expect(compareArchiveFiles(proved, listed).map(({ kind, key }) => `${kind} ${key}`)).toEqual(expected)
      },
    ),
  )
})
