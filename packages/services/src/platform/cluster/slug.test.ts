import fc from 'fast-check'
import { expect, it } from 'vitest'
import { slugOf } from './store-cluster.ts'

it.each([
  ['Demo cluster', 'demo-cluster'],
  ['  Zürich / prod #2 ', 'zurich-prod-2'],
  ['集群', 'cluster'],
  ['---', 'cluster'],
])('turns %s into the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

it('is always valid in a URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }),
  )
})
