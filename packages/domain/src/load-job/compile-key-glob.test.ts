import { expect, it } from 'vitest'
import { InvalidGlobError } from '../text/compile-globs.ts'
import { compileKeyGlob, prefixOfGlob } from './compile-key-glob.ts'

it('matches whole keys as the engine does', () => {
  const csv = compileKeyGlob('trips/csv/*.csv.gz')
  expect(csv('trips/csv/2024-01.csv.gz')).toBe(true)
  expect(csv('trips/csv/old/2024-01.csv.gz'), 'a star stays in its folder').toBe(false)
  expect(csv('x/trips/csv/2024-01.csv.gz')).toBe(false)
  expect(compileKeyGlob('trips/**.gz')('trips/csv/old/a.gz')).toBe(true)
})

it('takes a pattern without signs for one key', () => {
  expect(compileKeyGlob('a.csv')('a.csv')).toBe(true)
  expect(compileKeyGlob('a.csv')('data.csv')).toBe(false)
  expect(compileKeyGlob('a.csv')('A.csv')).toBe(false)
})

it('counts ranges with their zeros', () => {
  const months = compileKeyGlob('m/{09..11}.csv')
  expect(['m/09.csv', 'm/10.csv', 'm/11.csv'].every(months)).toBe(true)
  expect(months('m/9.csv')).toBe(false)
  expect(compileKeyGlob('m/{7..7}.csv')('m/7.csv')).toBe(true)
  expect(compileKeyGlob('{1..200}.csv')('200.csv')).toBe(true)
  expect(() => compileKeyGlob('{9..1}')).toThrow(InvalidGlobError)
  expect(() => compileKeyGlob('{1..100000}')).toThrow(InvalidGlobError)
})

it('refuses what would be a thousand long patterns', () => {
  expect(() => compileKeyGlob(`{1..1000}${'*a'.repeat(400)}`)).toThrow(InvalidGlobError)
  expect(compileKeyGlob(`{1..1000}*a*a`)('17/')).toBe(false)
})

it('knows where matching keys begin', () => {
  expect(prefixOfGlob('trips/csv/*.gz')).toBe('trips/csv/')
  expect(prefixOfGlob('a/b.csv')).toBe('a/b.csv')
  expect(prefixOfGlob('{a,b}/c')).toBe('')
})
