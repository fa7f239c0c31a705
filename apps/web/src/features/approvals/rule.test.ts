import { expect, test } from 'vitest'
import { describeApprovers, describeKinds, describeTerms } from './rule.ts'

const all = {
  ...{ kinds: [], cluster: null, clusterName: null, database: '*', table: '*', minBytes: null, hours: null },
}

test.each([
  [all, 'All clusters'],
  [{ ...all, cluster: 'demo', clusterName: 'Demo' }, 'Demo'],
  [{ ...all, database: 'shop', table: 'a_*' }, 'Tables shop.a_* of all clusters'],
  [{ ...all, minBytes: 100n << 30n }, 'All clusters, from 100 GiB'],
  [
    {
      ...all,
      cluster: 'demo',
      clusterName: 'Demo',
      hours: {
        timeZone: 'Europe/Berlin',
        spans: [{ days: [1, 2, 3, 4, 5] as const, from: '08:00', to: '18:00' }],
      },
    },
    'Demo, outside Mon to Fri 08:00 to 18:00 Europe/Berlin',
  ],
])('the terms of a rule in words: %#', (terms, words) => {
  expect(describeTerms(structuredClone(terms) as Parameters<typeof describeTerms>[0])).toBe(words)
})

test('kinds and approvers in words', () => {
  expect(describeKinds([])).toBe('All kinds of runs')
  expect(describeKinds(['tier-migration', 'load-job'])).toBe('Tier migration, Load')
  expect(describeApprovers({ approvals: 1, teamName: null })).toBe('1 person')
  expect(describeApprovers({ approvals: 2, teamName: 'Storage' })).toBe('2 people of Storage')
})
