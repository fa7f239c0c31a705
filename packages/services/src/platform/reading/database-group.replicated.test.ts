import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTablePolicy, getTablePolicy } from '../../placement/table-policy/index.ts'
import { previewTierMigration } from '../../placement/tier-migration/index.ts'
import { applyTableTtl } from '../../placement/ttl/apply.ts'
import { previewTableTtl } from '../../placement/ttl/preview.ts'
import { accepting } from '../../placement/ttl/testing/accepting.ts'
import { openReplicatedLab, type ReplicatedLab } from '../../testing/open-replicated-lab.ts'

// Tables of a Replicated database over all shards: DDL sent to one replica goes to all of them.
let lab: ReplicatedLab
let database = ''
beforeAll(async () => {
  lab = await openReplicatedLab()
  database = `${lab.database}_r`
})
afterAll(async () => {
  await lab?.askAll(`DROP DATABASE IF EXISTS ${database} SYNC`)
  await lab?.close()
})
beforeEach((context) => lab.need(context, '2-shards-of-2'))

const first = () => lab.names[0] ?? ''
const at = (table: string) => ({ cluster: lab.cluster, database, table })
const ttl = 'at + toIntervalDay(5)'

async function createTable(table: string): Promise<void> {
  await lab.askAll(
    `CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Replicated('/clickhouse/databases/${database}', '{shard}', '{replica}')`,
  )
  await lab.ask(
    first(),
    `CREATE TABLE ${database}.${table} (id UInt64, at DateTime) ENGINE = ReplicatedMergeTree
     PARTITION BY toYYYYMM(at) ORDER BY id SETTINGS storage_policy = 'default'`,
  )
  for (const { name } of lab.replicas.nodes.filter(({ replica }) => replica === 1))
    await lab.ask(
      name,
      `INSERT INTO ${database}.${table} SELECT number, now() - toIntervalDay(number % 10) FROM numbers(100)`,
    )
}

/** Of every node. */
const mutationsOf = async (table: string) =>
  (
    await lab.askAll<{ n: string }>(
      `SELECT count() AS n FROM system.mutations
       WHERE database = '${database}' AND table = '${table}' AND command LIKE '%MATERIALIZE TTL%'`,
    )
  ).map(([row]) => Number(row?.n))
const ttlsOf = async (table: string) =>
  (
    await lab.askAll<{ full: string }>(
      `SELECT engine_full AS full FROM system.tables WHERE database = '${database}' AND name = '${table}'`,
    )
  ).map(([row]) => / TTL (.*) SETTINGS /.exec(row?.full ?? '')?.[1])

test('a TTL goes through the database once, and each shard runs MATERIALIZE TTL once', async (test) => {
  await lab.need(test, 'replicated-database')
  await createTable('ttl')
  const { data } = await previewTableTtl(lab.ctx, { ...at('ttl'), ttl })
  expect(data.statements.heavy.map(({ node, sql }) => [node, sql.includes('MATERIALIZE')])).toEqual([
    [first(), false],
    [first(), true],
  ])
  const applied = await applyTableTtl(lab.ctx, {
    ...at('ttl'),
    ttl,
    mode: 'heavy',
    ...accepting(data, 'heavy'),
  })
  expect(applied.outcome, JSON.stringify(applied.nodes)).toBe('applied')
  expect(applied.statements.map(({ node }) => node)).toEqual([first(), first()])
  expect(applied.nodes.map(({ node, through }) => [node, through])).toEqual(
    lab.names.map((node) => [node, node === first() ? null : first()]),
  )
  expect(await ttlsOf('ttl')).toEqual(lab.names.map(() => ttl))
  expect(await mutationsOf('ttl')).toEqual(lab.names.map(() => 1))
})

test('a storage policy goes through the database once, and plans say that it reaches all replicas', async (test) => {
  await lab.need(test, 'replicated-database')
  await createTable('policy')
  const choice = async () => {
    const { data } = await getTablePolicy(lab.ctx, { ...at('policy'), fresh: true })
    return data.choices.find(({ policy }) => policy === 'default_tiered')
  }
  expect((await choice())?.nodes.map(({ statement }) => statement !== null)).toEqual(
    lab.names.map((node) => node === first()),
  )
  const change = await changeTablePolicy(lab.ctx, { ...at('policy'), policy: 'default_tiered' })
  expect(change.nodes.map(({ node, outcome, queryId }) => [node, outcome, queryId !== null])).toEqual(
    lab.names.map((node) => [node, 'changed', node === first()]),
  )
  const [request] = await lab.db.auditEntry.findMany({
    where: { action: 'table.change-policy', outcome: 'requested' },
  })
  expect(request?.statements).toHaveLength(1)
  const { checks } = await previewTierMigration(lab.ctx, {
    ...at('policy'),
    ...{ targetVolume: 'cold', goal: { kind: 'older-than', before: '2100-01-01T00:00:00Z' } },
  })
  expect(checks.filter(({ id }) => id === 'database-moves')).toEqual(
    lab.names.map((node) => expect.objectContaining({ node, outcome: 'warning' })),
  )
})

test('an unreachable replica blocks nothing, and gets the change when it is back', async (test) => {
  await lab.need(test, 'replicated-database', 'kills')
  await createTable('away')
  const lost = lab.names.at(-1) ?? ''
  // No row is that old, so no loss has to be accepted.
  const gentle = 'at + toIntervalDay(500)'
  await lab.kill(lost)
  try {
    const before = performance.now()
    const applied = await applyTableTtl(lab.ctx, { ...at('away'), ttl: gentle, mode: 'gentle' })
    // The server's own timeout is 180 s.
    expect(performance.now() - before).toBeLessThan(90_000)
    expect(applied.outcome, JSON.stringify(applied.nodes)).toBe('applied')
    expect(applied.nodes.find(({ node }) => node === lost)).toMatchObject({
      ...{ state: 'waits', error: expect.stringContaining('gets the change when it is back') },
    })
  } finally {
    await lab.start(lost)
  }
  await expect.poll(() => ttlsOf('away')).toEqual(lab.names.map(() => gentle))
})
