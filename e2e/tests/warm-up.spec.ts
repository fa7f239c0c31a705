import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../support/accessible.ts'
import { expectBytes } from '../support/figures.ts'
import type { AdminNode } from '../support/nodes.ts'
import { expect, test } from '../support/test.ts'

/** What a bare query reads from the store. */
async function readCold(node: AdminNode, query: string): Promise<number> {
  const mark = `/* ${randomUUID()} */`
  await node.run(`${query} ${mark}`)
  await node.run('SYSTEM FLUSH LOGS')
  const [row] = await node.ask<{ n: number }>(
    `SELECT toUInt32(sum(ProfileEvents['ReadBufferFromS3Bytes'])) AS n FROM system.query_log
     WHERE type = 'QueryFinish' AND query LIKE '%${mark}' AND query NOT LIKE '%query_log%'`,
  )
  return row?.n ?? -1
}

test.describe('an admin', () => {
  test.use({ role: 'admin' })

  test('warms up the newest partitions of a table, and the first query finds them', async ({
    page,
    nodes,
  }) => {
    test.setTimeout(120_000)
    const [first] = nodes
    if (!first) throw new Error('There is no node.')
    const name = `to_warm_${Date.now().toString(36)}`
    await first.run(`CREATE TABLE demo.${name} (day Date, n UInt64, t String) ENGINE = MergeTree
      PARTITION BY toYYYYMM(day) ORDER BY n SETTINGS disk = 'cold_cache'`)
    await first.run(`INSERT INTO demo.${name} SELECT toDate('2026-01-10') + INTERVAL number % 3 MONTH, number,
      randomPrintableASCII(60) FROM numbers(300000) SETTINGS max_partitions_per_insert_block = 0`)
    const newest = `SELECT sum(cityHash64(*)) FROM demo.${name} WHERE day >= '2026-02-01'`

    await test.step('from the table to the form', async () => {
      await page.goto(`/clusters/demo/tables/demo/${name}`)
      await page.getByRole('link', { name: 'Warm up' }).click()
      await expect(page.getByRole('combobox', { name: 'Table' })).toContainText(`demo.${name}`)
      await page.getByRole('button', { name: 'Read the caches' }).click()
    })

    const fit = page.getByRole('region', { name: 'Fit', exact: true })
    await test.step('the fit follows the choice at once', async () => {
      const row = fit.getByRole('row').filter({ hasText: first.name })
      await expect(row).toContainText('fits')
      await page.getByRole('radio', { name: /Selected/ }).click()
      await expect(fit.getByRole('status').last()).toContainText('Nothing selected.')
      await page.getByRole('radio', { name: /The newest/ }).click()
      await page.getByRole('textbox', { name: 'How many' }).fill('2')
      const [wanted] = await first.ask<{ n: string }>(
        `SELECT toString(sum(size)) AS n FROM system.remote_data_paths WHERE disk_name = 'cold_cache' AND endsWith(local_path, '.bin')
         AND match(local_path, concat((SELECT toString(uuid) FROM system.tables WHERE name = '${name}'), '/2026(02|03)_'))`,
      )
      await expectBytes(row.getByRole('cell').nth(4), BigInt(wanted?.n ?? -1))
      await page.getByRole('textbox', { name: 'Measured query' }).fill(newest)
      await expectAccessible(page)
    })

    await test.step('schedule it', async () => {
      await fit.getByRole('button', { name: 'Schedule', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Create schedule' })
      await dialog.getByRole('button', { name: 'Create schedule' }).click()
      await expect(dialog.getByText('Enter a name.')).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await expect(dialog.getByRole('table', { name: 'Next five runs' })).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Create schedule' }).click()
      await expect(page.getByText(`Created ${name}`)).toBeVisible()
    })

    await test.step('start and watch', async () => {
      await fit.getByRole('button', { name: 'Warm up', exact: true }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText('are fetched from the store and fit')
      await dialog.getByRole('button', { name: 'Warm up', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
      await expect(page.getByRole('region', { name: 'Progress', exact: true })).toContainText(
        'all, verified on the nodes',
      )
      const measured = page.getByRole('region', { name: 'Measured query', exact: true })
      await expect(measured).toContainText(/\d× faster after the warm-up\. Before, it was (cold|partly warm)/)
      await page.getByRole('button', { name: `202603 on ${first.name}` }).click()
      await expect(page.getByRole('dialog', { name: 'Partition' }).getByText('ignore(').first()).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    })

    expect(await readCold(first, newest)).toBe(0)
    expect(await readCold(first, `SELECT sum(cityHash64(*)) FROM demo.${name}`)).toBeGreaterThan(1_000_000)

    await test.step('it is in the list', async () => {
      await page.goto('/clusters/demo/cache?tab=warm-ups')
      await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('2/2')
    })

    await test.step('a run of the schedule on request', async () => {
      await page.getByRole('tab', { name: 'Schedules' }).click()
      await page.getByRole('button', { name, exact: true }).click()
      const drawer = page.getByRole('dialog', { name })
      await drawer.getByRole('button', { name: 'Run now' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Run now' }).click()
      await expect(drawer.getByRole('table', { name: 'Runs' })).toContainText('completed', {
        timeout: 60_000,
      })
      await expectAccessible(page)
      await drawer.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
      await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
    })
    await first.run(`DROP TABLE demo.${name} SYNC`)
  })
})
