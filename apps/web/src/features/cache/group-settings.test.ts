import { expect, it } from 'vitest'
import { groupSettings } from './group-settings.ts'

const node = (name: string, maxSize: string) => ({
  name,
  seen: {
    caches: [
      {
        name: 'cold_cache',
        settings: [
          { name: 'max_size', value: maxSize },
          { name: 'cache_policy', value: 'LRU' },
        ],
      },
    ],
  },
})

it('shows what the nodes agree on once, and names the nodes where they differ', () => {
  const nodes = [node('a', '10'), node('b', '10'), node('c', '20'), { name: 'away', seen: null }]
  expect(groupSettings(nodes)).toEqual([
    {
      name: 'cold_cache',
      settings: [
        {
          name: 'max_size',
          values: [
            { value: '10', nodes: ['a', 'b'] },
            { value: '20', nodes: ['c'] },
          ],
        },
        { name: 'cache_policy', values: [{ value: 'LRU', nodes: ['a', 'b', 'c'] }] },
      ],
    },
  ])
})

it('shows nothing for nodes whose caches could not be listed', () => {
  expect(groupSettings([{ name: 'a', seen: { caches: null } }])).toEqual([])
})
