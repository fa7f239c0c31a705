import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compilePattern } from './compile-globs.ts'

it('takes * for any characters and all others literally', () => {
  expect(compilePattern('logs.*')('logs.events_local')).toBe(true)
  expect(compilePattern('*.events_*')('logs.events_local')).toBe(true)
  expect(compilePattern('logs.events')('logs.events_local')).toBe(false)
  expect(compilePattern('logs.e')('logsxe')).toBe(false)
  expect(compilePattern('a(b[*')('a(b[c')).toBe(true)
})

it('matches like the equivalent regular expression', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', '\n', '😀'), maxLength: 8 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '😀'), maxLength: 6 })
  fc.assert(
    fc.property(pattern, text, (given, name) => {
      const pieces = given.split('*').map((piece) => piece.replaceAll('.', '\\.'))
      expect(compilePattern(given)(name)).toBe(new RegExp(`^${pieces.join('.*')}$`, 'su').test(name))
    }),
    { numRuns: 2_000 },
  )
})

it('terminates for a pattern built to be slow', () => {
  expect(compilePattern(`${'*a'.repeat(120)}*b`)('a'.repeat(250))).toBe(false)
})
