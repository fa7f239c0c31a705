import type { Page } from '@playwright/test'
import { expectFitsAndAccessible } from '../support/accessible.ts'
import { figure } from '../support/figures.ts'
import { startPlan } from '../support/planner.ts'
import {
  createTable,
  database,
  expect,
  expectEqual,
  insert,
  type Lab,
  readContent,
  s1r1,
  s1r2,
  tablePath,
  test,
} from '../support/replicas.ts'
import { openScreen } from '../support/screens.ts'

const table = 'repaired'
const heading = `${database}.${table}`

const replicasOf = (lab: Lab) => [lab.node(s1r1), lab.node(s1r2)] as const
const openReplicas = (page: Page) => openScreen(page, `${tablePath(table)}?tab=replication`, heading)
const late = (page: Page) =>
  page.getByRole('list', { name: 'Replicas', exact: true }).getByRole('listitem').filter({ hasText: s1r2 })
const newestRepair = (page: Page) => page.getByRole('list', { name: 'Repairs' }).getByRole('listitem').first()

test.describe.configure({ mode: 'serial' })

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('sees how far a replica is behind, and may sync it but not restart it', async ({
    page,
    nodes,
    lab,
  }) => {
    const [first, second] = replicasOf(lab)
    await createTable(nodes, table, { on: [s1r1, s1r2] })
    await insert(first, table, 1, 1_000)
    await expectEqual([first, second], table)
    await openReplicas(page)
    await expect(figure(late(page), 'delay')).toHaveText('0 s')
    await second.run(`SYSTEM STOP FETCHES ${database}.${table}`)
    await insert(first, table, 2, 500)
    const readState = async () => {
      const [state] = await second.ask<{ delay: number; leader: number }>(
        `SELECT toUInt32(absolute_delay) AS delay, is_leader AS leader FROM system.replicas WHERE database = '${database}' AND table = '${table}'`,
      )
      if (!state) throw new Error('The table has no replica.')
      return state
    }
    await expect.poll(async () => (await readState()).delay, { timeout: 60_000 }).toBeGreaterThan(0)
    // A result may be some seconds old.
    await expect(async () => {
      const { delay } = await readState()
      await openReplicas(page)
      await expect(figure(late(page), 'queue')).toHaveText('1', { timeout: 5_000 })
      const text = (await figure(late(page), 'delay').textContent()) ?? ''
      const shown = [...text.matchAll(/(\d+) (min|s)/g)].reduce(
        (sum, [, count, unit]) => sum + Number(count) * (unit === 'min' ? 60 : 1),
        0,
      )
      expect(shown).toBeGreaterThanOrEqual(delay)
      expect(shown).toBeLessThanOrEqual((await readState()).delay)
    }).toPass({ timeout: 60_000 })
    expect((await readState()).leader).toBe(1)
    await expect(late(page)).not.toContainText('not a leader')
    await expect(page.getByRole('button', { name: `Sync the replica on ${s1r2}` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Restart the replica on ${s1r2}` })).toBeHidden()
  })
})

test.describe('an admin', () => {
  test.use({ role: 'admin' })

  test('restarts a replica, which ends what was stopped on it', async ({ page, lab }) => {
    const [first, second] = replicasOf(lab)
    await openReplicas(page)
    await page.getByRole('button', { name: `Restart the replica on ${s1r2}` }).click()
    const dialog = page.getByRole('alertdialog', { name: `Restart the replica on ${s1r2}?` })
    await expect(dialog).toContainText('STOP FETCHES')
    await expect(dialog).toContainText(`SYSTEM RESTART REPLICA \`${database}\`.\`${table}\``)
    await expectFitsAndAccessible(page)
    await dialog.getByRole('button', { name: 'Restart', exact: true }).click()
    await expect(newestRepair(page)).toContainText('completed')
    await expectEqual([first, second], table)
    await openReplicas(page)
    await expect(figure(late(page), 'queue')).toHaveText('0')
    await expect(figure(late(page), 'delay')).toHaveText('0 s')
  })

  test('approves the sync of an operator that a rule holds', async ({ page, browser, run }) => {
    const name = `Repairs of ${table}`
    await page.goto('/approvals')
    await page.getByRole('button', { name: 'Create rule' }).first().click()
    const form = page.getByRole('dialog', { name: 'Create approval rule' })
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Database').fill(database)
    await form.getByLabel('Table').fill(table)
    await form.getByLabel('Replica repair').check()
    await form.getByRole('button', { name: 'Create rule' }).click()
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeVisible()

    const context = await browser.newContext({ baseURL: run.url, storageState: run.people.operator.session })
    const operator = await context.newPage()
    await openReplicas(operator)
    await operator.getByRole('button', { name: `Sync the replica on ${s1r2}` }).click()
    const start = operator.getByRole('alertdialog')
    await expect(start.getByRole('region', { name: 'Approval' })).toContainText(name)
    await start.getByRole('button', { name: 'Sync', exact: true }).click()
    await expect(newestRepair(operator)).toContainText(
      'It waits for the approval of 1 person. Nothing has begun.',
    )
    await expect(newestRepair(operator).getByRole('button', { name: 'Approve' })).toHaveCount(0)

    await openReplicas(page)
    await newestRepair(page).getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: `Approve: Replica repair of ${heading}` })
    await expectFitsAndAccessible(page)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(newestRepair(page)).toContainText('completed')
    await expect(newestRepair(operator)).toContainText('completed')
    await context.close()

    await page.goto('/approvals')
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).click()
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0)
  })

  test('aligns the volumes of a replica with those of the other', async ({ page, lab }) => {
    const [first, second] = replicasOf(lab)
    await first.run(`ALTER TABLE ${database}.${table} MOVE PARTITION ID '202601' TO VOLUME 'cold'`)
    await openReplicas(page)
    const differences = page.getByRole('region', { name: 'Partitions by replica' })
    await expect(differences).toContainText('volumes differ')
    await differences.getByRole('link', { name: `Align with ${s1r1}` }).click()
    const plan = page.getByRole('region', { name: '3. Plan' })
    await expect(plan).toContainText('1')
    await startPlan(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
    const parts = `SELECT DISTINCT disk_name AS disk FROM system.parts WHERE active AND database = '${database}' AND table = '${table}' AND partition_id = '202601'`
    expect(await second.ask(parts)).toEqual(await first.ask(parts))
    await openReplicas(page)
    await expect(differences).toContainText('All partitions are equal on all replicas.')
  })

  test('drops a dead replica, and restores it when it is back', async ({ page, lab }) => {
    const [first, second] = replicasOf(lab)
    const before = await readContent(first, table)
    await lab.kill(s1r2)
    try {
      const inactive = page
        .getByRole('list', { name: 'Replicas that are not active' })
        .getByRole('listitem')
        .first()
      // Its session with Keeper lives on for some seconds.
      await expect(async () => {
        await openReplicas(page)
        await expect(inactive).toContainText('is not active', { timeout: 5_000 })
      }).toPass({ timeout: 90_000 })
      const name = (await inactive.locator('span').first().textContent()) ?? ''
      await inactive.getByRole('button', { name: `Drop the replica ${name}` }).click()
      const dialog = page.getByRole('alertdialog', { name: `Drop the replica ${name}?` })
      await expect(dialog).toContainText(`/replicas/${name}`)
      const confirm = dialog.getByRole('button', { name: 'Drop', exact: true })
      await expect(confirm).toBeDisabled()
      await expectFitsAndAccessible(page)
      await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
      await confirm.click()
      await expect(newestRepair(page)).toContainText('completed')
      await expect(newestRepair(page)).toContainText(`${name} was removed.`)
      expect(await readContent(first, table)).toEqual(before)
    } finally {
      await lab.start(s1r2)
    }
    await insert(first, table, 3, 200)
    const restore = page.getByRole('button', { name: `Restore the replica on ${s1r2}` })
    await expect(async () => {
      await openReplicas(page)
      await expect(restore).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await expect(late(page)).toContainText('read-only')
    await restore.click()
    const dialog = page.getByRole('alertdialog', { name: `Restore the replica on ${s1r2}?` })
    await expect(dialog).toContainText(`SYSTEM RESTORE REPLICA \`${database}\`.\`${table}\``)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(newestRepair(page)).toContainText('completed', { timeout: 60_000 })
    await expect(newestRepair(page)).toContainText('It accepts writes.')
    await expectEqual([first, second], table)
    await openReplicas(page)
    await expect(page.getByRole('region', { name: 'Partitions by replica' })).toContainText(
      'All partitions are equal on all replicas.',
    )
    expect(await readContent(second, table)).toEqual(await readContent(first, table))
    await expectFitsAndAccessible(page)
  })
})
