import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, it } from 'vitest'
import { mergeClasses } from './merge-classes.ts'

const oracle = extendTailwindMerge({ extend: { theme: { text: ['2xs'], shadow: ['float'] } } })

/** Every class of Tailwind in the sources of the console. */
const classes = listClasses()

it('merges the classes of the console as tailwind-merge does', () => {
  expect(classes.length).toBeGreaterThan(500)
  const some = fc.array(fc.constantFrom(...classes), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(some, (names) => {
      expect(mergeClasses(names.join(' '))).toBe(oracle(names.join(' ')))
    }),
    { numRuns: 3_000 },
  )
})

it('merges each two classes that begin alike as tailwind-merge does', () => {
  const differences: string[] = []
  const startOf = (name: string) => /^(?:.*:)?-?([a-z]+)/.exec(name)?.[1]
  for (const first of classes)
    for (const second of classes) {
      const both = `${first} ${second}`
      if (startOf(first) === startOf(second) && mergeClasses(both) !== oracle(both)) differences.push(both)
    }
  expect(differences).toEqual([])
})

it('lets a class of all sides replace one of a side, not the other way round', () => {
  expect(mergeClasses('px-2 pl-3 size-4 p-1 pt-2')).toBe('size-4 p-1 pt-2')
  expect(mergeClasses('hover:p-1 p-2 hover:p-3')).toBe('p-2 hover:p-3')
  expect(mergeClasses('  flex   own flex ')).toBe('own flex')
  expect(mergeClasses('')).toBe('')
})

function listClasses(): string[] {
  const roots = [import.meta.dirname, join(import.meta.dirname, '../../../apps/web/src')]
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)),
  )
  const words = files
    .filter((file) => file.endsWith('.tsx') || /(?<!merge)-classes\.ts$|floating\.ts$/.test(file))
    .flatMap((file) => readFileSync(file, 'utf8').match(/[^\s'"`{}]+/g) ?? [])
  return [...new Set(words)].filter(
    (word) => /^[a-z[*@!-][^<>;]*$/.test(word) && word.length < 120 && oracle(`${word} ${word}`) === word,
  )
}
