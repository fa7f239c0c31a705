import { describe, expect, it } from 'vitest'
import { describeNodeReplication, type NodeReplication } from './judge-repair.ts'
import { judgeReplica, type ReplicaFacts } from './judge-replica.ts'
import { compareReplicas, judgeReplicaSet } from './judge-replica-set.ts'

const well: ReplicaFacts = {
  readOnly: false,
  sessionExpired: false,
  keeperException: null,
  delaySeconds: 0,
  queue: [],
  lostParts: 0,
}
const texts = (facts: Partial<ReplicaFacts>) => judgeReplica({ ...well, ...facts }).map(({ text }) => text)

describe('judgeReplica', () => {
  it('finds nothing wrong with a healthy replica', () => {
    expect(texts({})).toEqual([])
    expect(texts({ lostParts: null, delaySeconds: 59 })).toEqual([])
  })
  it('reports that a replica is read-only, and why', () => {
    expect(texts({ readOnly: true, sessionExpired: true, delaySeconds: 400 })).toEqual([
      'Read-only: Keeper session expired.',
    ])
    expect(texts({ readOnly: true, keeperException: 'Code: 999. Coordination error: No node' })).toEqual([
      'Read-only: its metadata is missing in Keeper. SYSTEM RESTORE REPLICA recreates it.',
    ])
    expect(texts({ readOnly: true })[0]).toMatch(/^Read-only: the server reports no reason/)
  })
  it('rates a delay and a failing entry by how long they last', () => {
    const severity = (facts: Partial<ReplicaFacts>) => judgeReplica({ ...well, ...facts })[0]?.severity
    expect(severity({ delaySeconds: 60 })).toBe('warning')
    expect(severity({ delaySeconds: 300 })).toBe('critical')
    const entry = {
      type: 'GET_PART',
      entries: 3,
      failing: 1,
      maxTries: 9,
      part: 'all_1_1_0',
      lastException: 'No active replica has part',
    }
    expect(severity({ queue: [entry] })).toBe('warning')
    expect(severity({ queue: [{ ...entry, maxTries: 10 }] })).toBe('critical')
    expect(texts({ queue: [{ ...entry, maxTries: 1 }] })).toEqual([
      'GET_PART of all_1_1_0 failed after 1 try: No active replica has part',
    ])
  })
})

const content = (rows: bigint, hash: bigint, parts = 1n) => ({ rows, hash, parts })
const replica = (name: string, rows = 1n, hash = 1n) => ({
  name,
  content: content(rows, hash),
  queued: 0,
  problems: [],
})
const keeper = { total: 2, active: 2, inactive: [] }

describe('judgeReplicaSet', () => {
  it('finds nothing wrong with two active replicas that are equal', () => {
    expect(judgeReplicaSet({ replicas: [replica('a'), replica('b')], keeper, missingNodes: [] })).toEqual([])
  })
  it('never reports what could not be checked as healthy', () => {
    const replicas = [replica('a'), replica('b')]
    expect(judgeReplicaSet({ replicas, keeper: null, missingNodes: [] })[0]?.severity).toBe('unknown')
    const [problem] = judgeReplicaSet({ replicas: [replica('a')], keeper, missingNodes: ['n2'] })
    expect(problem).toEqual({
      severity: 'unknown',
      text: '1 of 2 replicas could not be checked: n2 did not answer.',
    })
  })
  it('names inactive replicas', () => {
    const [problem] = judgeReplicaSet({
      replicas: [replica('a')],
      keeper: { total: 2, active: 1, inactive: ['r2'] },
      missingNodes: ['n2'],
    })
    expect(problem).toEqual({ severity: 'critical', text: '1 of 2 replicas is not active: r2.' })
  })
  it('distinguishes different rows from different parts', () => {
    expect(compareReplicas([content(5n, 1n), content(5n, 1n)])).toBe('equal')
    expect(compareReplicas([content(5n, 1n), content(5n, 2n)])).toBe('parts')
    expect(compareReplicas([content(5n, 1n), content(4n, 1n)])).toBe('rows')
    expect(compareReplicas([])).toBe('equal')
  })
})

describe('describeNodeReplication', () => {
  const sums: NodeReplication = {
    tables: 5,
    readOnly: 0,
    sessionExpired: 0,
    readOnlyTables: [],
    maxDelaySeconds: 0,
    maxDelayTable: '',
    queueEntries: 0,
  }
  it.each<[Partial<NodeReplication>, string[]]>([
    [{}, []],
    [{ readOnly: 5, sessionExpired: 5 }, ['All 5 replicated tables are read-only: Keeper session expired.']],
    [{ readOnly: 1, readOnlyTables: ['a.b'] }, ['1 of 5 replicated tables is read-only: a.b.']],
    [
      { readOnly: 4, readOnlyTables: ['a.b', 'a.c', 'a.d'] },
      ['4 of 5 replicated tables are read-only: a.b, a.c, a.d, ….'],
    ],
    [{ tables: 1, readOnly: 1, readOnlyTables: ['a.b'] }, ['The only replicated table, a.b, is read-only.']],
    [{ maxDelaySeconds: 600, maxDelayTable: 'a.b' }, ['Replication of a.b is 10 min behind.']],
  ])('%j', (change, expected) => {
    expect(describeNodeReplication({ ...sums, ...change })).toEqual(expected)
  })
})
