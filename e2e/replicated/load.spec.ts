import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findLabFolder } from '@frostline/embedded/testing'
import type { Page } from '@playwright/test'
import { expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { figure } from '../support/figures.ts'
import { expect, expectEqual, s1r1, s1r2, s2r1, s2r2, test } from '../support/replicas.ts'

const table = 'loaded'
const pattern = 'trips/csv/*.csv.gz'

/** Goes to the wizard's third step, where the table of this name is created. */
async function nameNewTable(page: Page, name: string): Promise<void> {
  await page.goto('/clusters/demo/loads/new')
  await choose(page.getByRole('combobox', { name: 'Source' }), 'Demo store')
  await page.getByRole('textbox', { name: 'Pattern' }).fill(pattern)
  await page.getByRole('button', { name: 'List objects' }).click()
  await expect(
    page
      .getByRole('region', { name: 'Manifest', exact: true })
      .getByText(/\.csv\.gz$/)
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Next: Format' }).click()
  await expect(page.getByRole('columnheader', { name: /^trip_id/ })).toBeVisible()
  await page.getByRole('button', { name: 'Next: Target' }).click()
  await choose(page.getByRole('combobox', { name: 'Database' }), 'demo', { exact: true })
  await page.getByRole('textbox', { name: 'Table name' }).fill(name)
  await expect(page.getByRole('checkbox', { name: 'Replicated' })).toBeChecked()
}

test('a load goes into a replicated table created by its wizard, and every row is on both replicas', async ({
  page,
  nodes,
  lab,
}) => {
  await nameNewTable(page, table)
  const placeOf = (node: string) => figure(page.getByRole('region', { name: 'New table' }), node)
  await test.step('the table is replicated, with the macros of each node', async () => {
    // The account lacks the grant CLUSTER, and the option says so.
    await expect(page.getByRole('radio', { name: /^ON CLUSTER/ })).toBeDisabled()
    await expect(page.getByRole('radio', { name: /^Node by node/ })).toBeChecked()
    const statement = page.getByRole('region', { name: 'Statement 1 that creates a table' })
    await expect(statement).toContainText('ENGINE = ReplicatedMergeTree')
    for (const name of [s1r1, s2r1]) await expect(placeOf(name)).toContainText('replica r1')
    for (const name of [s1r2, s2r2]) await expect(placeOf(name)).toContainText('replica r2')
    await expectFitsAndAccessible(page)
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create table' }).click()
    await expect(page.getByText(`demo.${table} exists.`)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Expression for trip_id' })).toHaveValue('trip_id')
    // Keeper has it at the path shown by the wizard.
    for (const node of nodes) {
      const [made] = await node.ask<{ path: string }>(
        `SELECT zookeeper_path AS path FROM system.replicas WHERE database = 'demo' AND table = '${table}_local'`,
      )
      await expect(placeOf(node.name)).toContainText(made?.path ?? 'nowhere')
    }
    await page.getByRole('button', { name: 'Next: Strategy' }).click()
  })

  await test.step('it completes', async () => {
    await expect(page.getByText(/Recommended\./)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Lost replicas' })).toBeVisible()
    const quorum = page.getByRole('region', { name: 'Quorum', exact: true })
    await choose(
      quorum.getByRole('combobox', { name: 'Replicas per batch' }),
      '2 of 2 replicas of each shard',
    )
    await expectFitsAndAccessible(page)
    await page.getByRole('button', { name: 'Next: Review' }).click()
    await expect(page.getByText('Ready to start.')).toBeVisible()
    await expect(figure(page.getByRole('main'), 'Quorum')).toContainText('2 of 2 replicas of each shard')
    await expectFitsAndAccessible(page)
    // Inserts on one replica do not reach the other: the load reports that it waits for the quorum.
    for (const node of [s1r2, s2r2]) await lab.node(node).run(`SYSTEM STOP FETCHES demo.${table}_local`)
    await page.getByRole('button', { name: 'Start load' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start load' }).click()
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(table) })).toBeVisible()
    const waiting = page.getByRole('list', { name: 'Batches that wait for quorum' })
    await expect(waiting.getByRole('listitem').first()).toContainText(/^Batch \d+: /, { timeout: 60_000 })
    await expectFitsAndAccessible(page)
    for (const node of [s1r2, s2r2]) await lab.node(node).run(`SYSTEM START FETCHES demo.${table}_local`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 90_000 })
    await expect(waiting).toBeHidden()
    await expectFitsAndAccessible(page)
  })

  const { endpoint, bucket, accessKeyId, secretAccessKey } = lab.store
  const [source] = await lab
    .node(s1r1)
    .ask<{ rows: string }>(
      `SELECT toString(count()) AS rows FROM s3({url: String}, {key: String}, {secret: String}, 'CSVWithNames')`,
      { url: `${endpoint}/${bucket}/${pattern}`, key: accessKeyId, secret: secretAccessKey },
    )
  const held = `${table}_local`
  await expectEqual([lab.node(s1r1), lab.node(s1r2)], held, 'demo')
  await expectEqual([lab.node(s2r1), lab.node(s2r2)], held, 'demo')
  for (const node of nodes) {
    const [rows] = await node.ask<{ rows: string }>(`SELECT toString(count()) AS rows FROM demo.${table}`)
    expect(rows).toEqual(source)
  }
})

test('with the grant CLUSTER the wizard creates the table ON CLUSTER, once for all hosts', async ({
  page,
  nodes,
  lab,
}) => {
  // Access is in a file of each server, which is read at startup.
  for (const { name } of nodes) {
    const file = join(findLabFolder() ?? '', 'nodes', name, 'users.d', 'grants.xml')
    const xml = await readFile(file, 'utf8')
    await writeFile(file, xml.replace('</grants>', '<query>GRANT CLUSTER ON *.*</query></grants>'))
    await lab.kill(name)
    await lab.start(name)
  }
  const name = 'on_cluster'
  await nameNewTable(page, name)
  const way = page.getByRole('radio', { name: /^ON CLUSTER/ })
  await expect(way).toBeEnabled()
  await way.check()
  const statement = page.getByRole('region', { name: 'Statement 1 that creates a table' })
  await expect(statement).toContainText(/ON CLUSTER `?demo`?/)
  await expectFitsAndAccessible(page)
  await page.getByRole('button', { name: 'Create table' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByText(`demo.${name} exists.`)).toBeVisible({ timeout: 60_000 })
  const made = await Promise.all(
    nodes.map((node) =>
      node.ask<{ name: string; engine: string; uuid: string }>(
        `SELECT name, engine, toString(uuid) AS uuid FROM system.tables WHERE database = 'demo' AND name LIKE '${name}%' ORDER BY name`,
      ),
    ),
  )
  expect(made[0]?.map(({ engine }) => engine)).toEqual(['Distributed', 'ReplicatedMergeTree'])
  for (const tables of made) expect(tables).toEqual(made[0])
  const queued = await lab.node(s1r1).ask<{ hosts: number; done: number }>(
    `SELECT toUInt32(count()) AS hosts, toUInt32(countIf(status = 'Finished')) AS done FROM system.distributed_ddl_queue
       WHERE query LIKE '%${name}_local%' GROUP BY entry`,
  )
  // The table and the Distributed one over it.
  const once = { hosts: nodes.length, done: nodes.length }
  expect(queued).toEqual([once, once])
})
