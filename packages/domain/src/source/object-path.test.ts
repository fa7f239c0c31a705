import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeGlobPath, writeObjectPath } from './object-path.ts'

test.each([
  ['a/b.csv', { kind: 'exact', path: 'a/b.csv' }],
  ['a b#%.csv', { kind: 'exact', path: 'a%20b%23%25.csv' }],
  ["it's (1)!.csv", { kind: 'exact', path: 'it%27s%20%281%29%21.csv' }],
  ['a/./b..', { kind: 'exact', path: 'a/./b..' }],
  ['x}.csv', { kind: 'exact', path: 'x%7D.csv' }],
  ['a*{b,c}?\n.csv', { kind: 'pattern', path: 'a%3F%3Fb%3Fc%3F%3F%3F.csv' }],
])('%j', (key, path) => {
  expect(writeObjectPath(key)).toEqual(path)
})

test.each(['', '/a', 'a//b', 'a\0b', 'a\ud800b', 'a/./*', '{/..'])('%j is unreadable', (key) => {
  expect(writeObjectPath(key).kind).toBe('unreadable')
})

test('a path consists of unreserved characters, and an exact one decodes to its key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
      const path = writeObjectPath(key)
      if (path.kind === 'unreadable') return
      expect(path.path).toMatch(/^[\w.~/%-]*$/)
      if (path.kind === 'exact') expect(decodeURIComponent(path.path)).toBe(key)
    }),
  )
})

test('a pattern keeps its wildcards when encoded', () => {
  expect(decodeURIComponent(writeGlobPath('a b/*.{csv,gz}'))).toBe('a b/*.{csv,gz}')
})
