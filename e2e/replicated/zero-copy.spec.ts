import { createObjectStore } from '@frostline/object-store'
import type { Page } from '@playwright/test'
import { expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { expectBytes, figure } from '../support/figures.ts'
import type { AdminNode } from '../support/nodes.ts'
import { startPlan } from '../support/planner.ts'
import {
  createTable,
  database,
  expect,
  expectEqual,
  insert,
  type Lab,
  listObjects,
  readContent,
  s1r1,
  s1r2,
  tablePath,
  test,
} from '../support/replicas.ts'
import { openScreen } from '../support/screens.ts'

test.use({ role: 'admin' })

const setting = 'allow_remote_fs_zero_copy_replication'

/** On the replicas of the first shard, two months of rows on local disks. */
async function createShared(lab: Lab, nodes: readonly AdminNode[], table: string): Promise<void> {
  await createTable(nodes, table, { policy: 'tiered_shared', on: [s1r1, s1r2] })
  for (const month of [1, 2]) await insert(lab.node(s1r1), table, month, 3_000)
  await expectEqual([lab.node(s1r1), lab.node(s1r2)], table)
}

/** Sizes of objects by key, as the store lists them. */
async function listBucket({ store }: Lab): Promise<Map<string, bigint>> {
  const bucket = createObjectStore(store)
  const found = new Map<string, bigint>()
  try {
    for await (const { objects } of bucket.list(store.bucket))
      for (const { key, sizeBytes } of objects) found.set(key, BigInt(sizeBytes))
  } finally {
    bucket.close()
  }
  return found
}

test('a migration to a shared disk uploads once, and the pages say who shares what', async ({
  page,
  nodes,
  lab,
}) => {
  const table = 'sharing'
  const replicas = [lab.node(s1r1), lab.node(s1r2)] as const
  await createShared(lab, nodes, table)
  const before = await readContent(replicas[0], table)
  const bytes = await partBytes(replicas[0], table)

  await test.step('the plan says what a move means here', async () => {
    await openScreen(page, tablePath(table), `${database}.${table}`)
    await expect(page.getByText('zero-copy', { exact: true })).toHaveAttribute(
      'title',
      /A move there uploads once/,
    )
    await openScreen(page, `${tablePath(table)}/move?partitions=202601,202602&to=cold`, 'Move partitions of')
    const plan = page.getByRole('region', { name: '3. Plan' })
    await expectBytes(figure(plan, 'Bytes'), bytes)
    await expect(figure(plan, 'Bytes')).toContainText('Uploaded once. Other replicas refer to')
    const checks = plan.getByRole('list', { name: 'Checks' })
    await expect(checks).toContainText("Replicas of shard 1 share objects on 'cold' (zero-copy replication).")
    await expect(checks).toContainText('objects unknown to all replicas may stay in the bucket')
    const steps = page.getByRole('table', { name: 'Steps of the plan' }).getByRole('row')
    for (const partition of ['202601', '202602']) {
      const of = (node: string) => steps.filter({ hasText: partition }).filter({ hasText: node })
      await expect(of(s1r1)).toContainText('uploads for 2 replicas')
      await expect(of(s1r2)).toContainText('shared by 2 replicas')
    }
    await expectFitsAndAccessible(page)
  })

  await test.step('one replica uploads, the other is verified to refer to the same objects', async () => {
    await startPlan(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
    const steps = page
      .getByRole('table', { name: 'Steps' })
      .getByRole('row')
      .filter({ hasText: /^\d{6}/ })
    await expect(steps).toHaveCount(4)
    for (const row of await steps.all()) await expect(row).toContainText(/completed.*identical/)
    await expectBytes(figure(page.getByRole('region', { name: 'Progress' }), 'Moved'), bytes)
    await expectFitsAndAccessible(page)
    const [objects, others] = await Promise.all(replicas.map((node) => listObjects(node, table)))
    expect(objects?.length).toBeGreaterThan(0)
    expect(others).toEqual(objects)
    const bucket = await listBucket(lab)
    expect(objects?.filter((key) => !bucket.has(key))).toEqual([])
    expect(await readContent(replicas[1], table)).toEqual(before)
  })

  await test.step('badges on partitions, bytes counted once', async () => {
    await openScreen(page, tablePath(table), `${database}.${table}`)
    await expectBytes(figure(page.getByRole('main'), 'Cold'), bytes)
    const partitions = page.getByRole('table', { name: 'Partitions', exact: true })
    for (const id of ['202601', '202602'])
      await expect(partitions.getByRole('row').filter({ hasText: id })).toContainText('shared')
    await expectFitsAndAccessible(page)
  })

  await test.step('owners and locks are those in Keeper', async () => {
    const locks = await readLocks(replicas[0], table, '202601_0_0_0')
    expect(locks.map(({ replica }) => replica)).toEqual(['r1', 'r2'])
    await page.getByRole('tab', { name: 'Zero-copy' }).click()
    const tab = page.getByRole('region', { name: 'Zero-copy replication', exact: true })
    await expect(figure(tab, 'Sharing')).toHaveText('On')
    await expect(figure(tab, 'Shared parts')).toHaveText('2')
    await expectBytes(figure(tab, 'Stored'), bytes)
    await expectBytes(figure(tab, 'Saved by sharing'), bytes)
    const part = page
      .getByRole('list', { name: 'Shared parts' })
      .getByRole('listitem')
      .filter({ hasText: '202601_0_0_0' })
    await expect(part).toContainText(`locked by ${s1r1}, ${s1r2}; 2 replicas with the part`)
    await expect(part).toContainText(locks[0]?.blob ?? 'no lock')
    await expectProblems(page, null)
    await expectFitsAndAccessible(page)
  })

  await test.step('a fault is shown with its evidence, and is gone once it is fixed', async () => {
    await replicas[1].run(`ALTER TABLE ${database}.${table} MODIFY SETTING ${setting} = 0`)
    await page.getByRole('button', { name: 'Refresh Zero-copy replication' }).click()
    await expectProblems(page, 'Zero-copy is not on for all replicas')
    const evidence = page.getByRole('list', { name: 'Evidence: Zero-copy is not on for all replicas' })
    await expect(evidence).toContainText(`${s1r1}: on`)
    await expect(evidence).toContainText(`${s1r2}: off`)
    await expect(
      page.getByRole('region', { name: 'Before you turn it on' }).getByRole('list', { name: 'Checks' }),
    ).toBeVisible()
    await expectFitsAndAccessible(page)
    await replicas[1].run(`ALTER TABLE ${database}.${table} MODIFY SETTING ${setting} = 1`)
    await page.getByRole('button', { name: 'Refresh Zero-copy replication' }).click()
    await expectProblems(page, null)
  })
})

test('an exit is planned, paused half-way, resumed, and verified at its end', async ({
  page,
  nodes,
  lab,
}) => {
  const table = 'leaving'
  const replicas = [lab.node(s1r1), lab.node(s1r2)] as const
  await createShared(lab, nodes, table)
  for (const id of ['202601', '202602'])
    for (const node of replicas)
      await node.run(`ALTER TABLE ${database}.${table} MOVE PARTITION ID '${id}' TO VOLUME 'cold'`)
  const before = await readContent(replicas[0], table)
  const objects = await listObjects(replicas[0], table)
  expect(await listObjects(replicas[1], table)).toEqual(objects)
  const settings = () => Promise.all(replicas.map((node) => isOn(node, table)))

  await test.step('preview', async () => {
    await openScreen(page, `${tablePath(table)}?tab=zero-copy`, `${database}.${table}`)
    await page.getByRole('link', { name: 'Plan the exit' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('off zero-copy replication')
    await choose(page.getByRole('combobox', { name: 'Afterwards' }), 'Move to cold')
    await page.getByRole('button', { name: 'Change rate limit' }).click()
    const pace = page.getByRole('dialog', { name: 'Pace' })
    await pace.getByRole('textbox', { name: /^Bandwidth per replica/ }).fill('0.125')
    await pace.getByRole('button', { name: 'Apply' }).click()
    await expect(pace).toBeHidden()
    const plan = page.getByRole('region', { name: 'What it does' })
    await expect(figure(plan, 'Shared')).toContainText('2 partitions')
    await expect(figure(plan, 'Time at this rate')).not.toContainText('no bandwidth given')
    await expect(plan.getByRole('region', { name: '3. The same partitions move to cold' })).toContainText(
      "MOVE PARTITION ID '202601' TO VOLUME 'cold'",
    )
    await expect(plan.getByRole('list', { name: 'Checks' }).getByText('Blocks')).toHaveCount(0)
    await expectFitsAndAccessible(page)
    await page.getByRole('button', { name: 'Save the plan' }).click()
    await page.waitForURL(/\/zero-copy-exits\/[0-9a-f-]{36}$/)
  })

  const title = page.getByRole('heading', { level: 1 })
  await test.step('paused half-way it is safe, and says so', async () => {
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill(`${database}.${table}`)
    await dialog.getByRole('button', { name: 'Start the exit' }).click()
    await expect(dialog).toBeHidden()
    // A first statement has been sent.
    await expect(page.getByRole('list', { name: 'Stages' })).toContainText('Tier migration', {
      timeout: 60_000,
    })
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(title).toContainText('paused', { timeout: 60_000 })
    await expect(page.getByRole('region', { name: 'State' })).toContainText('It is safe to stop')
    expect(await settings()).toEqual([true, true])
    expect(await readContent(replicas[1], table)).toEqual(before)
    await expectFitsAndAccessible(page)
  })

  await test.step('it completes', async () => {
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(title).toContainText('completed', { timeout: 180_000 })
    await expect(page.getByRole('region', { name: 'State' })).toContainText(
      'The setting is off on all 2 replicas. No part has a lock, and no object belongs to two replicas',
    )
    await expectFitsAndAccessible(page)
    expect(await settings()).toEqual([false, false])
    for (const node of replicas) expect(await readContent(node, table)).toEqual(before)
    const [own = [], others = []] = await Promise.all(replicas.map((node) => listObjects(node, table)))
    expect([own.length, others.length]).toEqual([objects.length, objects.length])
    expect(own.filter((key) => others.includes(key))).toEqual([])
    const bucket = await listBucket(lab)
    expect(objects.filter((key) => bucket.has(key))).toEqual([])
    const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
    await expect(history.first()).toContainText('Completed')
    await expect(history.filter({ hasText: 'Resumed' })).toHaveCount(1)
    await expect(history.last()).toContainText('Started')
  })
  await page
    .getByRole('link', { name: `${database}.${table}` })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Exits from zero-copy replication' })).toContainText(
    'completed',
  )
  await expect(
    figure(page.getByRole('region', { name: 'Zero-copy replication', exact: true }), 'Sharing'),
  ).toHaveText('Off')
  await expectFitsAndAccessible(page)
})

async function expectProblems(page: Page, title: string | null): Promise<void> {
  const problems = page.getByRole('list', { name: 'Problems of zero-copy replication' })
  if (title === null) await expect(problems).toHaveCount(0)
  else await expect(problems).toContainText(title)
}

/** Bytes of the parts that one replica has. */
async function partBytes(node: AdminNode, table: string): Promise<bigint> {
  const [row] = await node.ask<{ bytes: string }>(
    `SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts
     WHERE active AND database = '${database}' AND table = '${table}'`,
  )
  return BigInt(row?.bytes ?? 0)
}

/** Holder of a part's lock, from Keeper. */
async function readLocks(
  node: AdminNode,
  table: string,
  part: string,
): Promise<{ blob: string; replica: string }[]> {
  const [identity] = await node.ask<{ uuid: string }>(
    `SELECT toString(uuid) AS uuid FROM system.tables WHERE database = '${database}' AND name = '${table}'`,
  )
  const path = `/clickhouse/zero_copy/zero_copy_s3/${identity?.uuid}/${part}`
  return node.ask(
    `SELECT splitByChar('/', path)[-1] AS blob, name AS replica FROM system.zookeeper
     WHERE path IN (SELECT concat('${path}/', name) FROM system.zookeeper WHERE path = '${path}') ORDER BY replica`,
  )
}

async function isOn(node: AdminNode, table: string): Promise<boolean> {
  const [row] = await node.ask<{ on: boolean }>(
    `SELECT toBool(match(engine_full, '${setting} = (1|true)')) AS on FROM system.tables
     WHERE database = '${database}' AND name = '${table}'`,
  )
  return row?.on ?? false
}
