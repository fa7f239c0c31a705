import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getOverview } from '../placement/overview/index.ts'
import { getTable, listTables } from '../placement/table/index.ts'
import { previewTierMigration } from '../placement/tier-migration/index.ts'
import { listNodes } from '../platform/node/index.ts'
import { openReplicatedLab, type ReplicatedLab } from '../testing/open-replicated-lab.ts'
import { getTableReplication, listReplication } from './index.ts'

let lab: ReplicatedLab
let first: string
let second: string

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
  for (const table of ['events', 'quiet'])
    await lab.createTable(table, {
      columns: 'day Date, id UInt64',
      partitionBy: 'toYYYYMM(day)',
      orderBy: 'id',
    })
})
afterAll(() => lab?.close())
beforeEach((context) => lab.need(context, '2-shards-of-2'))

const insert = (node: string, table: string, rows: number) =>
  lab.ask(
    node,
    `INSERT INTO ${lab.database}.${table} SELECT toDate('2026-01-01'), rand64() FROM numbers(${rows})`,
  )
const at = (table: string) => ({ cluster: lab.cluster, database: lab.database, table, fresh: true })
const setOf = async (table: string, shard = 1) => {
  const { data } = await getTableReplication(lab.ctx, at(table))
  return data.sets.find(({ shards }) => shards.includes(shard))
}
const list = async () =>
  (await listReplication(lab.ctx, { cluster: lab.cluster, search: lab.database, fresh: true })).data

test('equal replicas have no problem, and all figures of the server', async () => {
  await insert(first, 'events', 100)
  await lab.waitForEqualReplicas('events')
  const set = await setOf('events')
  expect(set).toMatchObject({
    severity: 'ok',
    problems: [],
    difference: 'equal',
    keeper: { total: 2, active: 2, inactive: [] },
  })
  expect(
    set?.replicas.map(({ node, content, logBehind, readOnly }) => ({
      node,
      rows: content.rows,
      logBehind,
      readOnly,
    })),
  ).toEqual([first, second].map((node) => ({ node, rows: 100n, logBehind: 0n, readOnly: null })))
  expect(new Set(set?.replicas.map(({ content }) => content.hash)).size).toBe(1)
  const { byNode, coverage } = await list()
  expect(coverage.complete).toBe(true)
  for (const { figures } of byNode) {
    expect(figures?.keeper.connected).toBe(true)
    expect(figures?.keeper.requests).toBeGreaterThan(0n)
  }
})

test('a replica that does not fetch is shown with its queue, its delay and what it lacks', async () => {
  await lab.stopFetches(second, 'events')
  try {
    await insert(first, 'events', 50)
    await expect
      .poll(async () => (await setOf('events'))?.replicas.find(({ node }) => node === second)?.queue.entries)
      .toBe(1)
    const set = await setOf('events')
    expect(set).toMatchObject({ severity: 'warning', difference: 'rows' })
    expect(set?.problems.map(({ text }) => text)).toContain('Replicas differ in rows.')
    const late = set?.replicas.find(({ node }) => node === second)
    expect(late?.queue.byType).toMatchObject([
      {
        type: 'GET_PART',
        entries: 1,
        failing: 0,
        postponeReason: expect.stringContaining('fetches are cancelled'),
      },
    ])
    expect(late?.queue.oldestAt).not.toBe(null)
    await expect
      .poll(async () => (await setOf('events'))?.replicas.find(({ node }) => node === second)?.delaySeconds)
      .toBeGreaterThan(0)
    // Worst first.
    expect((await list()).sets[0]).toMatchObject({ table: 'events', shards: [1] })
  } finally {
    await lab.startFetches(second, 'events')
  }
  await lab.waitForEqualReplicas('events')
  expect((await setOf('events'))?.severity).toBe('ok')
})

test('a replica on a killed node is inactive, and its node is never shown as healthy', async (context) => {
  await lab.need(context, 'kills')
  await lab.kill(second)
  try {
    // Keeper drops it with its session.
    await expect.poll(async () => (await setOf('events'))?.keeper?.active).toBe(1)
    const set = await setOf('events')
    expect(set?.severity).toBe('critical')
    expect(set?.problems[0]?.text).toMatch(/^1 of 2 replicas is not active: /)
    const { byNode, coverage, sets } = await list()
    expect(coverage.missingNodes).toEqual([second])
    expect(byNode.find(({ node }) => node === second)).toMatchObject({ figures: null })
    expect(sets[0]?.severity).toBe('critical')
  } finally {
    await lab.start(second)
  }
  await lab.waitForEqualReplicas('events')
})

describe('without Keeper', () => {
  test('every page says that tables are read-only, in time and without a wrong figure', async (context) => {
    await lab.need(context, 'kills')
    await lab.kill('zookeeper')
    try {
      await expect
        .poll(async () =>
          (await list()).byNode.map(({ figures }) => figures !== null && figures.readOnly === figures.tables),
        )
        .toEqual(lab.names.map(() => true))
      const { sets, byNode, bySeverity } = await list()
      expect(bySeverity.critical).toBeGreaterThanOrEqual(4)
      for (const set of sets) {
        expect(set).toMatchObject({ severity: 'critical', keeper: null })
        expect(set.problems[0]?.text).toBe('Read-only: Keeper session expired.')
      }
      for (const { figures } of byNode) expect(figures?.keeper.connected).toBe(false)
      const table = await getTable(lab.ctx, at('events'))
      expect(table.data.byNode.map(({ readOnly }) => readOnly)).toEqual(
        lab.names.map(() => 'Keeper session expired.'),
      )
      const { checks } = await previewTierMigration(lab.ctx, {
        ...{ cluster: lab.cluster, database: lab.database, table: 'events', targetVolume: 'cold' },
        goal: { kind: 'partitions', partitionIds: ['202601'] },
      })
      expect(checks.filter(({ id }) => id === 'replica-writable').map(({ text }) => text)).toContain(
        'The replica is read-only: Keeper session expired.',
      )
      const overview = await getOverview(lab.ctx, { cluster: lab.cluster, fresh: true })
      const nodes = await listNodes(lab.ctx, { cluster: lab.cluster, fresh: true })
      for (const { figures } of [...overview.data.byNode, ...nodes.data.byNode])
        expect(figures?.replication.sessionExpired).toBe(figures?.replication.tables)
      const tables = await listTables(lab.ctx, { cluster: lab.cluster, fresh: true })
      expect(tables.data.replication.map(({ node }) => node)).toEqual([...lab.names])
      for (const sums of tables.data.replication) expect(sums.sessionExpired).toBe(sums.tables)
    } finally {
      await lab.start('zookeeper')
    }
    await lab.waitForEqualReplicas('events')
    expect((await setOf('events'))?.problems).toEqual([])
  })
})
