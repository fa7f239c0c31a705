import { expect, it } from 'vitest'
import { judgeArchives } from './judge-archives.ts'

const archive = {
  ...{
    id: '0123456789',
    database: 'd',
    table: 't',
    bucket: 'b',
    missing: 1,
    changed: 2,
    key: 'cold/x.parquet',
  },
  ...{ lostRows: 0n, heldRows: 0n },
}

it('names a file, and says what to do by where the rows are', () => {
  const [lost] = judgeArchives([{ ...archive, lostRows: 5n }])
  expect(lost).toMatchObject({ kind: 'archive-files', severity: 'critical', subject: 'd.t (01234567)' })
  expect(lost?.text).toContain(
    'Archive of d.t: 1 file missing and 2 files changed in b, for example cold/x.parquet.',
  )
  expect(lost?.text).toContain('5 rows are nowhere else')
  expect(judgeArchives([{ ...archive, heldRows: 5n }])[0]?.text).toContain('attach them again')
  expect(judgeArchives([archive])[0]?.text).toContain('The rows are in the table')
  expect(judgeArchives([])).toEqual([])
})
