import { expect, it } from 'vitest'
import { isAboutOtherObject, judgeLoadFailure } from './judge-failure.ts'

const paths = ['bucket/a.csv', "bucket/it's (in file/uri bucket).csv"]
const said = (path: string) =>
  `Cannot parse input: expected ',' before: 'x': (at row 3)\n: While executing ParallelParsing: (in file/uri ${path}): While executing S3.`
const failure = (code: number, message: string) => judgeLoadFailure({ code, type: '', message }, 'n1', paths)

it('blames the object that the server names', () => {
  expect(failure(27, said('bucket/a.csv'))).toMatchObject({ kind: 'file', path: 'bucket/a.csv', row: 3n })
  expect(failure(27, said(paths[1] ?? ''))).toMatchObject({ kind: 'file', path: paths[1] })
  expect(failure(27, 'Cannot parse input: (at row 2)')).toMatchObject({ kind: 'one-by-one', code: 27 })
  expect(failure(47, 'Unknown identifier')).toMatchObject({ kind: 'stop' })
  const alone = judgeLoadFailure({ code: 27, type: '', message: 'No. (at row 2)' }, 'n1', ['bucket/a.csv'])
  expect(alone).toMatchObject({ kind: 'file', path: 'bucket/a.csv', row: 2n })
})

it('does not blame an object for what ails the server', () => {
  expect(failure(241, said('bucket/a.csv'))).toMatchObject({ kind: 'try-again' })
  expect(failure(499, said('bucket/a.csv'))).toMatchObject({ kind: 'look-at-object', path: 'bucket/a.csv' })
  expect(failure(499, "404: while reading 'a.csv' in bucket")).toMatchObject({ path: 'bucket/a.csv' })
  expect(failure(497, 'Not enough privileges')).toMatchObject({ kind: 'stop' })
  expect(failure(279, 'All connection tries failed')).toMatchObject({ kind: 'try-again' })
})

it('an object that was not to be read is known by being none of the batch', () => {
  const tells = (message: string) => isAboutOtherObject({ code: 27, type: '', message }, paths)
  expect(tells(said('bucket/other.csv'))).toBe(true)
  expect(tells(said('bucket/a.csv'))).toBe(false)
  expect(tells('Memory limit exceeded')).toBe(false)
})
