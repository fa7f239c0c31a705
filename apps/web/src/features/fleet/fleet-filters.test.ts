import { oddityKinds } from '@frostline/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeMissing } from './fleet.ts'
import {
  differs,
  exportAddress,
  type FleetState,
  fleetSorts,
  fromFilter,
  isFiltered,
  toFilter,
} from './fleet-filters.ts'

const states: fc.Arbitrary<FleetState> = fc.record({
  q: fc.string(),
  cluster: fc.string(),
  oddity: fc.constantFrom(null, 'any', ...oddityKinds),
  tier: fc.constantFrom(null, 'hot', 'cold'),
  sort: fc.record({ id: fc.constantFrom(...fleetSorts), desc: fc.boolean() }),
  view: fc.string(),
  row: fc.string(),
})

describe('a saved view', () => {
  it('shows the state in which it was saved', () => {
    fc.assert(
      fc.property(states, states, (saved, now) => {
        const { view, row, ...shown } = saved
        expect(fromFilter(toFilter(saved))).toEqual(shown)
        expect(differs({ ...now, ...fromFilter(toFilter(saved)) }, toFilter(saved))).toBe(false)
      }),
    )
  })
  it('differs after any change', () => {
    fc.assert(
      fc.property(states, states, (saved, now) => {
        const same = JSON.stringify(toFilter(saved)) === JSON.stringify(toFilter(now))
        expect(differs(now, toFilter(saved))).toBe(!same)
      }),
    )
  })
})

it('exports what is shown', () => {
  fc.assert(
    fc.property(states, (state) => {
      const { searchParams } = new URL(exportAddress(toFilter(state)), 'http://localhost')
      expect(Object.fromEntries(searchParams)).toEqual(toFilter(state))
    }),
  )
})

it('is filtered by anything but its order', () => {
  const none: FleetState = { q: '', cluster: '', oddity: null, tier: null, sort: null, view: 'v', row: 'r' }
  expect(isFiltered(none)).toBe(false)
  expect(isFiltered({ ...none, tier: 'hot' })).toBe(true)
})

it('says whose sums are incomplete, and which tables are missing', () => {
  const cluster = { slug: 'a', name: 'A', nodes: 3, tables: 2, error: null }
  const away = (...missingNodes: string[]) => ({ complete: missingNodes.length === 0, missingNodes })
  expect(
    describeMissing([
      { ...cluster, coverage: away() },
      { ...cluster, coverage: away('n2') },
      { ...cluster, name: 'B', coverage: away('n1', 'n2', 'n3') },
      { ...cluster, name: 'C', coverage: away('n1'), error: 'The key is wrong.' },
    ]),
  ).toEqual([
    'A: 1 of 3 nodes did not answer (n2). Its sums are incomplete.',
    'B: 3 of 3 nodes did not answer (n1, n2, n3). Its tables are not listed.',
    'C could not be read: The key is wrong. Its tables are not listed.',
  ])
})
