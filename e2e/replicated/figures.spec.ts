import type { Locator, Page } from '@playwright/test'
import { expectFitsAndAccessible } from '../support/accessible.ts'
import { exactBytes, figure } from '../support/figures.ts'
import { type AdminNode, askAll } from '../support/nodes.ts'
import {
  createTable,
  database,
  expect,
  expectEqual,
  insert,
  s1r1,
  s1r2,
  s2r1,
  s2r2,
  tablePath,
  test,
} from '../support/replicas.ts'
import { openScreen } from '../support/screens.ts'

const table = 'orders'
const notTheServers = "active AND database NOT IN ('system')"

test('rows count once per shard and bytes on every replica, also while replicas are down', async ({
  page,
  nodes,
  lab,
}) => {
  await createTable(nodes, table)
  await insert(lab.node(s1r1), table, 1, 3_000)
  await insert(lab.node(s2r1), table, 1, 1_200)
  await expectEqual([lab.node(s1r1), lab.node(s1r2)], table)
  await expectEqual([lab.node(s2r1), lab.node(s2r2)], table)
  const bytes = await partBytes(nodes)
  expect(await countIds(lab.node(s1r1))).toBe('4200')

  await test.step('overview', async () => {
    // The servers' logs only grow: their current size is the most that the page could have seen before.
    await openScreen(page, '/clusters/demo/overview', 'Overview')
    const shown = await readNumber(page.getByRole('main'), /^Rows, without replica copies/)
    const [once, everywhere, logs] = await rowsOfAll(nodes)
    expect(shown).toBeGreaterThanOrEqual(once)
    expect(shown).toBeLessThanOrEqual(once + logs)
    // Far from the sum over replicas.
    expect(everywhere).toBe(2 * once)
    expect(logs).toBeLessThan(once)
    await expectFitsAndAccessible(page)
  })

  await test.step('list of tables', async () => {
    await openScreen(page, `/clusters/demo/tables?q=${table}`, 'Tables')
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `${database}.${table}` }) })
    await expect(row.getByTitle('4,200', { exact: true })).toBeVisible()
    await expect(row.getByTitle(exactBytes(bytes), { exact: true }).first()).toBeVisible()
    await expect(row.getByTitle(exactBytes(await partBytes([lab.node(s1r1), lab.node(s2r1)])))).toBeVisible()
    await expectFitsAndAccessible(page)
  })

  await openScreen(page, tablePath(table), `${database}.${table}`)
  await expectRows(page, '4,200', `Each row once, from ${s1r1}, ${s2r1}.`)
  await expect(page.getByRole('main')).toContainText('8.40K including replicas, in 4 parts')
  await expectFitsAndAccessible(page)

  await lab.kill(s1r1)
  try {
    expect(await countIds(lab.node(s1r2))).toBe('4200')
    await expectRowsWhenReadAgain(page, '4,200', `Each row once, from ${s1r2}, ${s2r1}.`)
    await expect(page.getByRole('main')).toContainText('5.40K including replicas, in at least 3 parts')
    // Physical bytes are the ones read, marked as a lower bound.
    await expect(figure(page.getByRole('main'), 'Hot')).toContainText('at least')
    await expectFitsAndAccessible(page)

    await test.step('the whole shard is down', async () => {
      await lab.kill(s1r2)
      await expectRowsWhenReadAgain(page, '4,200', /^Each row once, from .*is down: as of \d{4}-/)
      await expect(figure(page.getByRole('main'), 'Rows')).toContainText('as last seen')
      await expectFitsAndAccessible(page)
    })
  } finally {
    await lab.startAll()
  }
  await expectEqual([lab.node(s1r1), lab.node(s1r2)], table)
  await expectRowsWhenReadAgain(page, '4,200', `Each row once, from ${s1r1}, ${s2r1}.`)
})

async function expectRows(page: Page, rows: string, basis: string | RegExp): Promise<void> {
  const value = figure(page.getByRole('main'), 'Rows')
  await expect(value.getByTitle(basis)).toBeVisible()
  await expect(value.getByTitle(rows, { exact: true })).toBeVisible()
}

/** The console caches a node's results for some seconds. */
async function expectRowsWhenReadAgain(page: Page, rows: string, basis: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(figure(page.getByRole('main'), 'Rows').getByTitle(basis)).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expectRows(page, rows, basis)
}

async function readNumber(main: Locator, label: RegExp): Promise<number> {
  const value = figure(main, label).getByTitle(/^[\d,]+$/)
  return Number((await value.getAttribute('title'))?.replaceAll(',', ''))
}

/** Every id on any node, from the servers themselves. */
async function countIds(node: AdminNode): Promise<string | undefined> {
  const [row] = await node.ask<{ ids: string }>(
    `SELECT toString(uniqExact(id)) AS ids FROM clusterAllReplicas('demo', ${database}.${table})
     SETTINGS skip_unavailable_shards = 1`,
  )
  return row?.ids
}

async function partBytes(nodes: readonly AdminNode[]): Promise<bigint> {
  const rows = await askAll<{ bytes: string }>(
    nodes,
    `SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts
     WHERE active AND database = '${database}' AND table = '${table}'`,
  )
  return rows.reduce((sum, row) => sum + BigInt(row.bytes), 0n)
}

/** Rows of replicated tables on one replica of each shard and on all of them, and those of the servers' own tables. */
async function rowsOfAll(nodes: readonly AdminNode[]): Promise<[number, number, number]> {
  const rows = await askAll<{ ours: string; logs: string }>(
    nodes,
    `SELECT toString(sumIf(rows, ${notTheServers})) AS ours, toString(sumIf(rows, database = 'system')) AS logs
     FROM system.parts WHERE active`,
  )
  const sum = (of: (row: (typeof rows)[number]) => string, from = rows) =>
    from.reduce((all, row) => all + Number(of(row)), 0)
  const firsts = rows.filter(({ node }) => node === s1r1 || node === s2r1)
  return [sum(({ ours }) => ours, firsts), sum(({ ours }) => ours), sum(({ logs }) => logs)]
}
