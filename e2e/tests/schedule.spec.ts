import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { askAll } from '../support/nodes.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'
import { database, listHotPartitions, listParts, sumBytes, table } from '../support/trips.ts'

test('a schedule of every minute moves what its dry run promised, within its budget, and is deleted', async ({
  page,
  nodes,
}) => {
  test.setTimeout(180_000)
  const name = `${database}.${table}`
  const [oldest = '', next = ''] = await listHotPartitions(nodes)
  const before = await listParts(nodes)
  const promised = before.filter(({ partitionId }) => partitionId === oldest)
  const budget = sumBytes(promised)

  await test.step('the form explains itself and shows what the next run would do', async () => {
    await page.goto('/clusters/demo/overview')
    await page.getByRole('link', { name: 'Schedules', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Schedules', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'New schedule' }).first().click()
    const form = page.getByRole('form', { name: 'New schedule' })
    await form.getByRole('button', { name: 'Create schedule' }).click()
    await expect(form.getByText('Enter a name.')).toBeVisible()
    await form.getByRole('textbox', { name: 'Name' }).fill('to cold every minute')
    await form.getByRole('checkbox', { name }).click()
    await form.getByLabel('Cron').fill('0 25 * * *')
    await expect(form.getByText(/Cannot parse it/)).toBeVisible()
    await form.getByLabel('Cron').fill('* * * * *')
    await expect(form.getByText('Every minute')).toBeVisible()
    await form.getByLabel('Time zone').fill('Asia/Kathmandu')
    await expect(form.getByRole('table', { name: 'Next five runs' }).getByRole('row')).toHaveCount(6)
    await form.getByLabel('Older than, days').fill('1')
    await form.getByLabel('Budget of one run').fill(String(budget))
    await choose(form.getByRole('combobox', { name: 'Unit' }), 'B', { exact: true })
    const dryRun = page.getByRole('table', { name: `Partitions of ${name}` })
    for (const node of nodes) {
      const rows = dryRun.getByRole('row').filter({ hasText: node.name })
      await expect(rows.filter({ hasText: oldest })).toContainText('moves')
      await expect(rows.filter({ hasText: next })).toContainText('next run')
    }
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create schedule' }).click()
  })

  await test.step('its first run moves exactly that, and is shown with what it left out', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('to cold every minute')
    const runs = page.getByRole('table', { name: 'Runs' })
    const first = runs.getByRole('button', { name: /^Open the run of/ }).last()
    await expect(first).toBeVisible({ timeout: 90_000 })
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('disabled')
    await first.click()
    const drawer = page.getByRole('dialog', { name: /^Run of/ })
    await expect(drawer.getByRole('listitem').filter({ hasText: name })).toContainText('completed', {
      timeout: 60_000,
    })
    await expect(drawer.getByRole('link', { name: 'Open the tier migration' })).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Close' }).click()
    const after = await listParts(nodes)
    expect(after).toEqual(
      before.map((part) => (part.partitionId === oldest ? { ...part, cold: true } : part)),
    )
    await expectAccessible(page)
  })

  await test.step('its result is in the ledger in the name of its owner; the schedule can be deleted', async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
    await expect(page.getByRole('heading', { name: 'Schedules', level: 1 })).toBeVisible()
    await expect(page.getByText('No schedules')).toBeVisible()
  })
})

test.describe('an admin, to whom all schedules belong', () => {
  test.use({ role: 'admin' })

  test('a schedule that is due once a year runs at once on request', async ({ page, nodes }) => {
    const positions = 'fleet_positions'
    const oldest = async () =>
      askAll<{ id: string; cold: boolean; ageDays: number }>(
        nodes,
        `SELECT partition_id AS id, toBool(min(disk_name IN (SELECT name FROM system.disks WHERE is_remote))) AS cold,
           toUInt32(intDiv(dateDiff('second', max(max_time), now()), 86400)) AS ageDays
         FROM system.parts WHERE active AND database = {database: String} AND table = {positions: String}
         GROUP BY id ORDER BY id LIMIT 1`,
        { database, positions },
      )
    const before = await oldest()
    expect(before.map(({ cold }) => cold)).toEqual(nodes.map(() => false))
    const olderThanDays = Math.min(...before.map(({ ageDays }) => ageDays))
    const { status, body } = await callRest<{ id: string }>('POST', '/tier-schedules', {
      body: {
        ...{ cluster: 'demo', name: 'once a year, or by hand', cron: '0 2 1 1 *', timeZone: 'UTC' },
        ...{ tables: [{ database, table: positions }], targetVolume: 'cold', olderThanDays },
        ...{ budgetBytes: null, windowSpans: [] },
      },
    })
    expect(status).toBe(200)
    await page.goto(`/clusters/demo/schedules/${body.id}`)
    await page.getByRole('button', { name: 'Run now', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(`Moves partitions older than ${olderThanDays} days to cold`)
    await dialog.getByRole('button', { name: 'Run now' }).click()
    const run = page.getByRole('table', { name: 'Runs' }).getByRole('row').filter({ hasText: 'manual' })
    await expect(run).toContainText('completed', { timeout: 60_000 })
    expect((await oldest()).map(({ cold }) => cold)).toEqual(nodes.map(() => true))
    await callRest('DELETE', `/tier-schedules/${body.id}`)
  })
})
