import { expect, it } from 'vitest'
import { findTextFault, hasForgedName } from './find-text-fault.ts'

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
  "replaceAll(a, '\u200b', 'é')",
  '`größe` + `price (EUR)`',
  'EXTRACT(YEAR FROM a)',
])('accepts %s', (text) => expect(findTextFault(text)).toBeNull())

it.each([
  'a; DROP TABLE x',
  'a -- b',
  'a /* b',
  'a // b',
  'a # b',
  'a) FROM x',
  '(a',
  'a, b',
  "'a",
  '$$a$$',
  "file\u200b('x')",
  '‘a’',
  'a\u00a0+ b',
  'a\0',
  'a\ud800',
  '',
  ' \n\t',
  '`a\n b`',
  '`a\\n b`',
  '`a (children 1)`',
  '`a (alias b)`',
])('rejects %j', (text) => expect(findTextFault(text)).not.toBeNull())

it('names the character that is not plain ASCII', () => {
  expect(findTextFault("file\u200b('x')")).toContain('U+200B')
})

it('accepts commas where a list is expected', () => {
  expect(findTextFault("a + INTERVAL 1 DAY, b TO VOLUME 'cold'", { list: true })).toBeNull()
})

it("finds names that look like lines of a tree, in the engine's output", () => {
  expect(hasForgedName('SELECT `a\\n Function x`')).toBe(true)
  expect(hasForgedName("SELECT `a b`, 'a\\n'")).toBe(false)
})

it('accepts comments only where a line end follows', () => {
  const taken = ['a -- größe', "a /* b, c; (it's) */ + 1", '-- first\n a', 'a --x\r\n + 1', "'-- x' -- x"]
  const refused = [
    ...['a -- `b`', 'a -- "b"', 'a /* `b` */', 'a /* b', 'a /* /* b */ */', 'a # b', 'a // b'],
    ...['a -- \u0085 b', 'a -- \u2028 b', 'a -- \u200b', 'a -- b\rc', '-- only', '/* only */ ', '-- a\n)'],
  ]
  expect(taken.filter((text) => findTextFault(text, { comments: true }) !== null)).toEqual([])
  expect(refused.filter((text) => findTextFault(text, { comments: true }) === null)).toEqual([])
  expect(taken.slice(0, 4).filter((text) => findTextFault(text) === null)).toEqual([])
})
