import { describe, expect, it } from 'vitest'
import {
  judgeDifferences,
  judgeLostReplicas,
  judgeReadOnly,
  judgeReplicaLag,
  judgeStuckEntries,
  type WatchedReplica,
} from './judge-replication.ts'

const evidenceOf = (node: string) => ({ node, sql: '' })
const well: WatchedReplica = {
  node: 'n1',
  database: 'shop',
  table: 'orders',
  readOnly: null,
  delaySeconds: 0,
  queueEntries: 0,
  logBehind: null,
  failing: [],
}
const limits = { seconds: 300, queueEntries: 10, logEntries: 10 }

describe('judgeReadOnly', () => {
  it('is one condition per node, however many tables are read-only', () => {
    const expired = ['a', 'b'].map((table) => ({ ...well, table, readOnly: 'Keeper session expired.' }))
    const [condition, ...others] = judgeReadOnly([...expired, { ...well, node: 'n2' }], evidenceOf)
    expect(others).toEqual([])
    expect(condition).toMatchObject({
      subject: 'n1',
      text: '2 of 2 replicated tables of n1 are read-only: shop.a, shop.b. Keeper session expired.',
      table: null,
    })
  })
})

describe('judgeReplicaLag', () => {
  it('compares seconds, queue and log each with its own limit', () => {
    const kinds = (change: Partial<WatchedReplica>) =>
      judgeReplicaLag([{ ...well, ...change }], limits, evidenceOf).map(({ kind }) => kind)
    expect(kinds({ delaySeconds: 299, queueEntries: 9, logBehind: 9 })).toEqual([])
    expect(kinds({ delaySeconds: 300 })).toEqual(['replica-lag'])
    expect(kinds({ queueEntries: 10 })).toEqual(['replica-queue'])
    expect(kinds({ logBehind: 10 })).toEqual(['replica-log'])
  })
  it('ignores the delay of a replica without a Keeper session', () => {
    const expired = { ...well, readOnly: 'Keeper session expired.', delaySeconds: 999 }
    expect(judgeReplicaLag([expired], limits, evidenceOf)).toEqual([])
  })
})

it('an entry is stuck from the configured number of tries on', () => {
  const failing = [
    { type: 'GET_PART', part: 'all_1_1_0', tries: 10, exception: 'No active replica has part' },
  ]
  const texts = (tries: number) =>
    judgeStuckEntries([{ ...well, failing }], tries, evidenceOf).map(({ text }) => text)
  expect(texts(11)).toEqual([])
  expect(texts(10)).toEqual([
    'GET_PART of all_1_1_0 of shop.orders failed 10 times on n1, last with: No active replica has part',
  ])
})

it('a replica that is lost in many tables is one condition', () => {
  const set = (table: string) => ({ database: 'shop', table, shards: [1], nodes: ['n1'], inactive: ['r2'] })
  const conditions = judgeLostReplicas([set('a'), set('b'), { ...set('c'), inactive: [] }], evidenceOf)
  expect(conditions.map(({ text }) => text)).toEqual([
    'Replica r2 of shard 1 is not active in Keeper, for 2 tables: shop.a, shop.b.',
  ])
})

it('reports partitions whose rows differ, and no equal ones', () => {
  const partition = (partitionId: string, rows: bigint) => ({
    ...{ database: 'shop', table: 'orders', partitionId },
    replicas: [
      { node: 'n1', rows: 5n },
      { node: 'n2', rows },
    ],
  })
  expect(judgeDifferences([partition('1', 5n)], 10, evidenceOf)).toEqual([])
  const [condition] = judgeDifferences([partition('1', 5n), partition('2', 4n)], 10, evidenceOf)
  expect(condition?.text).toBe(
    'A partition of shop.orders that nothing has changed for 10 minutes differs between replicas: 2 has 5 on n1, 4 on n2 rows.',
  )
})
