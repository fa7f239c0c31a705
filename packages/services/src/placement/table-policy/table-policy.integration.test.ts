import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { getStorage, storageView } from '../../storage/index.ts'
import { changeTablePolicy, getTablePolicy, tablePolicyChange, tablePolicyView } from './index.ts'

let at: TestConsole

const table = { database: 'shop', table: 'sales' }
const given = () => ({ cluster: at.cluster, ...table })
const names = () => at.stack.clickhouse.nodes.map(({ name }) => name)
const policiesNow = async () =>
  (
    await at.askAll<{ p: string }>(
      "SELECT storage_policy AS p FROM system.tables WHERE database = 'shop' AND name = 'sales'",
    )
  ).map((rows) => rows[0]?.p)
const view = async () => tablePolicyView.parse(await getTablePolicy(at.ctx, { ...given(), fresh: true })).data
const choose = async (policy: string) => (await view()).choices.find((choice) => choice.policy === policy)
const change = async (policy: string) =>
  tablePolicyChange.parse(await changeTablePolicy(at.ctx, { ...given(), policy }))

beforeAll(async () => {
  at = await startConsole({ shards: 2, embeddedOnly: true })
  await at.askAll('CREATE DATABASE shop')
})
afterAll(() => at?.stop())
beforeEach(async () => {
  await at.askAll('DROP TABLE IF EXISTS shop.sales SYNC')
  await at.askAll('CREATE TABLE shop.sales (id UInt64) ENGINE = MergeTree ORDER BY id')
  await at.askAll('INSERT INTO shop.sales SELECT number FROM numbers(1000)')
  await at.ctx.db.auditEntry.deleteMany()
})

describe('what the server would accept', () => {
  test('is predicted for every policy, and the server agrees', async () => {
    const { choices, policy, byNode } = await view()
    expect(policy).toBe('default')
    expect(byNode.map(({ bytes }) => bytes > 0n)).toEqual([true, true])
    const verdicts = Object.fromEntries(choices.map((choice) => [choice.policy, choice.verdict]))
    expect(verdicts).toEqual({
      default: 'current',
      default_tiered: 'allowed',
      jbod_tiered: 'refused',
      tiered: 'refused',
    })
    const [node = ''] = names()
    for (const refused of ['jbod_tiered', 'tiered'])
      await expect(
        at.ask(node, `ALTER TABLE shop.sales MODIFY SETTING storage_policy = '${refused}'`),
      ).rejects.toThrow(/shall contain volumes of the old storage policy/)
    expect((await choose('tiered'))?.checks.map(({ text }) => text)).toContain(
      "'tiered' has no volume named 'default', which 'default' has.",
    )
  })

  test("names a disk that is missing in a volume, as the server's error does", async () => {
    await at.askAll('DROP TABLE shop.sales SYNC')
    await at.askAll(
      "CREATE TABLE shop.sales (id UInt64) ENGINE = MergeTree ORDER BY id SETTINGS storage_policy = 'jbod_tiered'",
    )
    const tiered = await choose('tiered')
    expect(tiered?.verdict).toBe('refused')
    expect(tiered?.checks[0]?.text).toBe(
      "Volume 'hot' of 'tiered' lacks the disk 'hot2', which it has in 'jbod_tiered'.",
    )
    await expect(
      at.ask(names()[0] ?? '', "ALTER TABLE shop.sales MODIFY SETTING storage_policy = 'tiered'"),
    ).rejects.toThrow(/shall contain disks of the old storage policy/)
  })
})

describe('the change', () => {
  test('reaches every node, is read back, and is audited with its statements', async () => {
    const done = await change('default_tiered')
    expect(done).toMatchObject({ complete: true, policy: 'default_tiered' })
    expect(done.nodes.map(({ outcome, policy }) => [outcome, policy])).toEqual([
      ['changed', 'default_tiered'],
      ['changed', 'default_tiered'],
    ])
    expect(await policiesNow()).toEqual(['default_tiered', 'default_tiered'])
    await at.askAll('SYSTEM FLUSH LOGS')
    for (const { node, queryId } of done.nodes) {
      const [logged] = await at.ask<{ query: string }>(
        node,
        `SELECT query FROM system.query_log WHERE type = 'QueryFinish' AND query_id = '${queryId}'`,
      )
      expect(logged?.query).toContain("MODIFY SETTING storage_policy = 'default_tiered'")
    }
    const audit = await at.ctx.db.auditEntry.findMany({ orderBy: { at: 'asc' } })
    expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['table.change-policy', 'requested'],
      ['table.change-policy', 'succeeded'],
    ])
    expect(audit[1]?.statements).toEqual(
      done.nodes.map(({ node, queryId, statement }) => ({ node, queryId, sql: statement })),
    )
    await at.askAll("ALTER TABLE shop.sales MOVE PARTITION ID 'all' TO VOLUME 'cold'")
    expect((await view()).byNode[0]?.volumes.map(({ name, bytes }) => [name, bytes > 0n])).toEqual([
      ['default', false],
      ['cold', true],
    ])
  })

  test('cannot be undone, and sends nothing that the server would reject', async () => {
    await change('default_tiered')
    const before = await at.ctx.db.auditEntry.count()
    await expect(change('default')).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/Nothing was sent.*has no volume named 'cold'/),
    })
    expect(await at.ctx.db.auditEntry.count()).toBe(before)
    expect(await policiesNow()).toEqual(['default_tiered', 'default_tiered'])
  })

  test('half applied, is shown as a difference and finished on the rest only', async () => {
    await at.ask(names()[0] ?? '', "ALTER TABLE shop.sales MODIFY SETTING storage_policy = 'default_tiered'")
    expect((await view()).policy).toBeNull()
    const storage = storageView.parse(await getStorage(at.ctx, { cluster: at.cluster, fresh: true }))
    expect(storage.data.differences).toEqual([
      {
        object: 'table',
        name: 'shop.sales',
        table,
        what: 'storage_policy',
        values: [
          { value: 'default_tiered', nodes: [names()[0]] },
          { value: 'default', nodes: [names()[1]] },
        ],
      },
    ])
    expect(await choose('default_tiered')).toMatchObject({ verdict: 'finish' })
    const done = await change('default_tiered')
    expect(done.nodes.map(({ outcome }) => outcome)).toEqual(['already', 'changed'])
    expect((await view()).policy).toBe('default_tiered')
  })

  test('does not start while a node is unreachable, unless that node is left out', async () => {
    const [first, second] = at.stack.embedded.clickhouse.nodes
    await second?.kill()
    try {
      await expect(change('default_tiered')).rejects.toMatchObject({ code: 'unreachable' })
      expect(
        await at.ask(
          first?.name ?? '',
          "SELECT name FROM system.tables WHERE storage_policy = 'default_tiered'",
        ),
      ).toEqual([])
      const done = await changeTablePolicy(at.ctx, {
        ...given(),
        policy: 'default_tiered',
        withoutMissingNodes: true,
      })
      expect(done).toMatchObject({ complete: false })
      expect(done.nodes.map(({ outcome }) => outcome)).toEqual(['changed', 'not-tried'])
      const last = await at.ctx.db.auditEntry.findFirst({ orderBy: { at: 'desc' } })
      expect(last).toMatchObject({ outcome: 'partly', error: expect.stringContaining('excluded') })
    } finally {
      await second?.start()
    }
    expect(await change('default_tiered')).toMatchObject({ complete: true })
  })

  test('is rejected for tables without parts, and for viewers', async () => {
    await at.askAll('CREATE OR REPLACE VIEW shop.recent AS SELECT 1')
    await expect(
      getTablePolicy(at.ctx, { cluster: at.cluster, database: 'shop', table: 'recent' }),
    ).rejects.toMatchObject({ code: 'invalid' })
    const viewer = { ...at.ctx, actor: { ...at.ctx.actor, role: 'viewer' as const } }
    await expect(changeTablePolicy(viewer, { ...given(), policy: 'default_tiered' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
