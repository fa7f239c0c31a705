import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dropNestedPrefixes, isEngineKey, prefixOfKey } from './object-key.ts'

const name = 'att/usrmvwhgapyxsgxbbhmzqemukwfuz'

it('separates the prefix of a disk from a key', () => {
  expect(prefixOfKey(`demo/shard-1/${name}`)).toBe('demo/shard-1/')
  expect(prefixOfKey(name)).toBe('')
  expect(prefixOfKey('demo/report.csv')).toBeNull()
  expect(isEngineKey(`x${name}`)).toBe(false)
})

it('lists nothing twice and leaves nothing out', () => {
  const prefix = fc.stringMatching(/^[ab/]{0,4}$/)
  fc.assert(
    fc.property(fc.array(prefix), fc.stringMatching(/^[ab/]{0,6}$/), (prefixes, key) => {
      const kept = dropNestedPrefixes(prefixes)
      const wanted = prefixes.some((each) => key.startsWith(each))
      expect(kept.filter((each) => key.startsWith(each))).toHaveLength(wanted ? 1 : 0)
    }),
  )
})
