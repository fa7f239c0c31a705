import { verbCatalog } from '@frostline/domain'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeVerbs, searchVerbs, toggleVerbs } from './verbs.ts'

const paths = verbCatalog.map(({ path }) => path)
const some = fc.subarray(paths, { maxLength: 20 })

it('finds all verbs without words, each once', () => {
  expect(searchVerbs('').flatMap(([, verbs]) => verbs)).toHaveLength(paths.length)
  expect(searchVerbs('START load').flatMap(([, verbs]) => verbs.map(({ path }) => path))).toContain(
    'loads.start',
  )
  expect(searchVerbs('no such verb')).toEqual([])
})

it('adds and removes verbs, and leaves the others', () => {
  fc.assert(
    fc.property(some, some, (chosen, verbs) => {
      const on = toggleVerbs(chosen, verbs, true)
      expect(new Set(on)).toEqual(new Set([...chosen, ...verbs]))
      expect(new Set(on).size).toBe(on.length)
      expect(toggleVerbs(on, verbs, false)).toEqual(chosen.filter((path) => !verbs.includes(path)).toSorted())
    }),
  )
})

it('describes verbs by area', () => {
  const live = verbCatalog.filter(({ area }) => area === 'live').map(({ path }) => path)
  expect(describeVerbs(['loads.start', 'old.verb', ...live])).toBe(
    'all of live, 1 of loads, 1 that do not exist any more',
  )
})
