import { expect, it } from 'vitest'
import {
  activityParams,
  exportAddress,
  isFiltered,
  isOnlyRanged,
  noFilters,
  toActivityQuery,
} from './activity-filters.ts'

const openedAt = new Date('2026-11-24T12:00:00Z')
const read = (address: string) => {
  const search = new URLSearchParams(address)
  const entries = Object.entries(activityParams).map(([key, param]) => [key, param.read(search.get(key))])
  return Object.fromEntries(entries) as Parameters<typeof toActivityQuery>[1]
}

it('asks for the last seven days of the cluster in the path', () => {
  expect(toActivityQuery('demo', read(''), openedAt)).toEqual({
    ...{ cluster: 'demo', from: new Date('2026-11-17T12:00:00Z') },
  })
})

it('queries the last seven days of the cluster in the path', () => {
  const state = read('all=1&kind=benchmark&state=failed&mine=1&text=%20trips&range=any')
  expect(toActivityQuery('demo', state, openedAt)).toEqual({
    ...{ kind: 'benchmark', state: 'failed', mine: true, text: 'trips' },
  })
})

it('queries what the URL says', () => {
  const state = read('kind=nonsense&state=sleeping&mine=yes&range=never')
  expect(toActivityQuery('demo', state, openedAt)).toEqual(toActivityQuery('demo', read(''), openedAt))
})

it('ignores values in the URL that no filter knows', () => {
  const query = toActivityQuery('a&b', read('state=open&range=1h'), openedAt)
  expect(exportAddress(query)).toBe(
    '/api/activity?cluster=a%26b&state=open&from=2026-11-24T11%3A00%3A00.000Z',
  )
})

it('knows whether runs may be filtered out, and whether by the time range alone', () => {
  expect(isOnlyRanged(read(''))).toBe(true)
  expect(isOnlyRanged(read('state=open'))).toBe(false)
  expect(isOnlyRanged(read('range=any'))).toBe(false)
  expect(isFiltered(read(''))).toBe(true)
  expect(isFiltered({ ...read(''), ...noFilters })).toBe(false)
  expect(isFiltered({ ...read('all=1'), ...noFilters })).toBe(false)
})
