import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { applyTableTtl } from './apply.ts'
import { getTableTtl } from './get.ts'
import { previewTableTtl } from './preview.ts'

let it: TestConsole
beforeAll(async () => {
  it = await startConsole({ shards: 2, embeddedOnly: true })
  await it.askAll('CREATE DATABASE shop')
})
afterAll(() => it.stop())

const columns = '(id UInt32, at DateTime, k String) ENGINE = MergeTree'
const settings = "SETTINGS storage_policy = 'tiered'"
beforeEach(async () => {
  await it.askAll(`CREATE OR REPLACE TABLE shop.orders ${columns} ORDER BY (k, id) ${settings}`)
  await it.askAll("INSERT INTO shop.orders SELECT number, now() - INTERVAL 9 DAY, 'a' FROM numbers(10)")
  await it.ctx.db.auditEntry.deleteMany()
})

const at = () => ({ cluster: it.cluster, database: 'shop', table: 'orders' })
const nodeNames = () => it.stack.clickhouse.nodes.map(({ name }) => name)
const as = (role: ServiceContext['actor']['role']): ServiceContext => ({
  ...it.ctx,
  actor: { type: 'user', id: role, name: role, role },
})

async function ttls(): Promise<string[]> {
  const { data } = await getTableTtl(it.ctx, { ...at(), fresh: true })
  return nodeNames().map((name) => data.forms.find(({ nodes }) => nodes.includes(name))?.ttl ?? 'none')
}

test('is set on every node, read back, and audited with its statements before and after', async () => {
  const applied = await applyTableTtl(as('admin'), {
    ...at(),
    ttl: "at + INTERVAL 30 DAY TO VOLUME 'cold' -- a month",
    mode: 'gentle',
    basedOn: [''],
  })
  const ttl = "at + toIntervalDay(30) TO VOLUME 'cold'"
  expect(applied).toMatchObject({
    outcome: 'applied',
    ttl,
    nodes: [{ state: 'changed' }, { state: 'changed' }],
  })
  expect(await ttls()).toEqual([ttl, ttl])
  const entries = await it.ctx.db.auditEntry.findMany({ orderBy: { at: 'asc' } })
  expect(entries.map(({ action, outcome, actorName }) => [action, outcome, actorName])).toEqual([
    ['table.set-ttl', 'requested', 'admin'],
    ['table.set-ttl', 'succeeded', 'admin'],
  ])
  expect(entries[0]?.statements).toEqual(
    nodeNames().map((node) => ({
      node,
      sql: `ALTER TABLE \`shop\`.\`orders\` MODIFY TTL ${ttl} SETTINGS materialize_ttl_after_modify = 0, alter_sync = 1`,
      queryId: expect.any(String),
    })),
  )
  expect(entries[0]?.statements).toEqual(applied.statements)
})

test('a node that rejects it is reported, no further node is touched, and applying again finishes it', async () => {
  const [first = '', second = ''] = nodeNames()
  await it.ask(first, `CREATE OR REPLACE TABLE shop.orders ${columns} ORDER BY id ${settings}`)
  await it.ask(first, `ALTER TABLE shop.orders MODIFY TTL at + INTERVAL 1 YEAR`)
  const ttl = 'at + toIntervalDay(400) GROUP BY k SET at = max(at)'
  const refused = await applyTableTtl(it.ctx, { ...at(), ttl, mode: 'gentle' })
  expect(refused).toMatchObject({
    outcome: 'failed',
    nodes: [
      { node: first, state: 'failed', error: expect.stringContaining('450') },
      { node: second, state: 'not-sent' },
    ],
  })
  expect(await ttls()).toEqual(['at + toIntervalYear(1)', ''])

  await it.ask(first, `CREATE OR REPLACE TABLE shop.orders ${columns} ORDER BY (k, id) ${settings}`)
  await it.ask(second, `CREATE OR REPLACE TABLE shop.orders ${columns} ORDER BY id ${settings}`)
  const half = await applyTableTtl(it.ctx, { ...at(), ttl, mode: 'gentle' })
  expect(half).toMatchObject({ outcome: 'partly', nodes: [{ state: 'changed' }, { state: 'failed' }] })
  expect(await ttls()).toEqual([ttl, ''])

  await it.ask(second, `CREATE OR REPLACE TABLE shop.orders ${columns} ORDER BY (k, id) ${settings}`)
  const finished = await applyTableTtl(it.ctx, { ...at(), ttl, mode: 'gentle' })
  expect(finished).toMatchObject({
    outcome: 'applied',
    nodes: [{ state: 'unchanged' }, { state: 'changed' }],
  })
  expect(finished.statements.map(({ node }) => node)).toEqual([second])
  const outcomes = await it.ctx.db.auditEntry.findMany({ orderBy: { at: 'asc' }, select: { outcome: true } })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    ...['requested', 'failed', 'requested', 'partly', 'requested', 'succeeded'],
  ])
})

test('an empty TTL removes it; a TTL set before is materialized all the same', async () => {
  await it.askAll(
    "ALTER TABLE shop.orders MODIFY TTL at + INTERVAL 1 DAY TO VOLUME 'cold' SETTINGS materialize_ttl_after_modify = 0",
  )
  const ttl = "at + toIntervalDay(1) TO VOLUME 'cold'"
  const heavy = await applyTableTtl(it.ctx, { ...at(), ttl, mode: 'heavy' })
  expect(heavy.statements.map(({ sql }) => sql)).toEqual(
    nodeNames().map(() => 'ALTER TABLE `shop`.`orders` MATERIALIZE TTL SETTINGS mutations_sync = 0'),
  )
  await expect
    .poll(() =>
      it.askAll(
        "SELECT groupUniqArray(disk_name) AS disks FROM system.parts WHERE active AND table = 'orders'",
      ),
    )
    .toEqual([[{ disks: ['cold_cache'] }], [{ disks: ['cold_cache'] }]])
  await applyTableTtl(it.ctx, { ...at(), ttl: '', mode: 'heavy' })
  expect(await ttls()).toEqual(['', ''])
})

test.each([
  ['at, (DROP COLUMN k)', 'refused'],
  ['at, DROP COLUMN k', 'refused'],
  ['at SETTINGS materialize_ttl_after_modify = 1', 'invalid'],
  ['at; DROP TABLE shop.orders', 'invalid'],
  ["at TO VOLUME 'cold", 'invalid'],
  ['nothing + INTERVAL 1 DAY', 'refused'],
  ['id + 1', 'refused'],
  ['at WHERE missing = 1', 'refused'],
])('%s is %s and changes nothing', async (ttl, code) => {
  await expect(applyTableTtl(it.ctx, { ...at(), ttl, mode: 'heavy' })).rejects.toMatchObject({ code })
  expect(await ttls()).toEqual(['', ''])
  expect(await it.ctx.db.auditEntry.count()).toBe(0)
})

test('reports a volume that the policy lacks before the server rejects it', async () => {
  const ttl = "at + INTERVAL 1 DAY TO VOLUME 'attic'"
  const { data } = await previewTableTtl(it.ctx, { ...at(), ttl })
  expect(data.accepted).toBe(false)
  expect(data.checks.find(({ outcome }) => outcome === 'blocking')).toMatchObject({
    id: 'targets-exist',
    text: "Policy 'tiered' has no volume 'attic'.",
    node: nodeNames()[0],
  })
  const applied = await applyTableTtl(it.ctx, { ...at(), ttl, mode: 'gentle' })
  expect(applied).toMatchObject({ outcome: 'failed', nodes: [{ state: 'failed' }, { state: 'not-sent' }] })
  expect(applied.nodes[0]?.error).toContain('450')
})

test('does not overwrite what someone else set meanwhile', async () => {
  await it.askAll('ALTER TABLE shop.orders MODIFY TTL at + INTERVAL 5 YEAR')
  await expect(
    applyTableTtl(it.ctx, { ...at(), ttl: '', mode: 'gentle', basedOn: [''] }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test('a dry run and a change need an admin; the denied attempt is audited', async () => {
  await expect(previewTableTtl(as('operator'), { ...at(), ttl: '' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(applyTableTtl(as('operator'), { ...at(), ttl: '', mode: 'gentle' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await it.ctx.db.auditEntry.findMany()).toMatchObject([
    { action: 'table.set-ttl', outcome: 'denied' },
  ])
})

test('warns of a gentle longer TTL of a table that drops whole parts: the old times still apply', async () => {
  await it.askAll(
    `CREATE OR REPLACE TABLE shop.orders ${columns} ORDER BY id TTL at + INTERVAL 30 DAY SETTINGS ttl_only_drop_parts = 1`,
  )
  await it.askAll("INSERT INTO shop.orders SELECT number, now(), 'a' FROM numbers(10)")
  const { data } = await previewTableTtl(it.ctx, { ...at(), ttl: 'at + INTERVAL 1 YEAR' })
  expect(data.checks.map(({ id }) => id)).toContain('old-delete-times')
})
