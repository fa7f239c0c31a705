import { expect, it } from 'vitest'
import { findExpressionFault } from './find-expression-fault.ts'

it.each([
  'toDate(`pick up`)',
  "concat(a, ';', '-- no comment', b)",
  '[1, 2][i]',
  'Map(String, Array(Nullable(UInt8)))',
  "format('{}-{}', a, b)",
  'a - b / c',
  'toString(constructor)',
  "'it''s'",
  'concat(file, `file`)',
  "concat('file(', a)",
  '`a` IN (1, 2)',
  '`(`',
  'concat(`"`, (a))',
])('takes %s', (text) => expect(findExpressionFault(text)).toBeNull())

it.each([
  'a; DROP TABLE x',
  'a -- b',
  'a /* b',
  'a # b',
  'a) FROM x',
  '(a',
  'a, b',
  '(SELECT 1)',
  "'a",
  'a FORMAT Null',
  'a SETTINGS b = 1',
  '$$a$$',
  "file('/etc/passwd')",
  "concat(a, File ('x'))",
  "`file`('x')",
  '"file" (\'x\')',
  "`\\x66ile`('x')",
])('refuses %s', (text) => expect(findExpressionFault(text)).not.toBeNull())

it('takes commas where a list is wanted', () => {
  expect(findExpressionFault("a + INTERVAL 1 DAY, b TO VOLUME 'cold'", { list: true })).toBeNull()
})
