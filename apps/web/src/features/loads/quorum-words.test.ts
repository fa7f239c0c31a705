import { expect, it } from 'vitest'
import { describeQuorum, explainQuorumSource } from './quorum-words.ts'

it.each([
  [1, 2, 'No quorum: one replica is enough'],
  [2, 3, '2 of 3 replicas of each shard'],
  [2, undefined, '2 replicas of each shard'],
])('describes a quorum of %s of %s', (replicas, most, words) => {
  expect(describeQuorum(replicas, most)).toBe(words)
})

it('explains where a quorum comes from', () => {
  expect(explainQuorumSource({ replicas: 2, byAccount: true })).toBe('insert_quorum of the ClickHouse user.')
  expect(explainQuorumSource({ replicas: 1, byAccount: true })).toContain('is not set')
  expect(explainQuorumSource({ replicas: 1, byAccount: false })).toBe('Chosen for this load.')
})
