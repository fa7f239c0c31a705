import { expect, it } from 'vitest'
import { chooseReplicas, type StagingCandidate } from './choose-replica.ts'

const replica = (name: string, change: Partial<StagingCandidate> = {}): StagingCandidate => ({
  name,
  shard: 1,
  replication: { readOnly: false, partsToFetch: 0, delaySeconds: 0 },
  runningQueries: 1,
  ...change,
})
const behind = (partsToFetch: number, delaySeconds = 0) => ({
  replication: { readOnly: false, partsToFetch, delaySeconds },
})
const readOnly = { replication: { readOnly: true, partsToFetch: 0, delaySeconds: 0 } }

it.each([
  ['one that takes writes', [replica('a', readOnly), replica('b', behind(9))], 'b', 'a is read-only'],
  [
    'the one with fewer parts to fetch',
    [replica('a', behind(3)), replica('b', behind(1, 9))],
    'b',
    'a has more parts to fetch (3, b 1)',
  ],
  [
    'the one that is less behind',
    [replica('a', behind(1, 9)), replica('b', behind(1, 2))],
    'b',
    'a is further behind (9 s, b 2 s)',
  ],
  [
    'the one with fewer queries',
    [replica('a', { runningQueries: 5 }), replica('b')],
    'b',
    'a runs more queries (5, b 1)',
  ],
  ['the first of equal ones', [replica('a'), replica('b')], 'a', 'b is as good'],
])('takes %s, and says why', (_, candidates, node, reason) => {
  expect(chooseReplicas(candidates)).toEqual([{ node, shard: 1, reasons: [reason] }])
})

it('takes one for each shard', () => {
  const chosen = chooseReplicas([replica('a'), replica('b'), replica('c', { shard: 2 })])
  expect(chosen.map(({ node, shard }) => [shard, node])).toEqual([
    [1, 'a'],
    [2, 'c'],
  ])
})
