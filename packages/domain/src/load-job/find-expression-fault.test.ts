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
])('refuses %s', (text) => expect(findExpressionFault(text)).not.toBeNull())

it('takes commas where a list is wanted', () => {
  expect(findExpressionFault("a + INTERVAL 1 DAY, b TO VOLUME 'cold'", { list: true })).toBeNull()
})
