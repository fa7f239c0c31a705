import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessible.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'
import { database, table } from '../support/trips.ts'

test.describe('an admin', () => {
  test.use({ role: 'admin' })

  test.afterEach(async () => {
    await callRest('PUT', '/clusters/demo/price-book', { body: { book: null } })
  })

  test('sees what storage costs, sets the prices, and finds what to move', async ({ page }) => {
    test.setTimeout(120_000)
    const row = page
      .getByRole('region', { name: 'Tables', exact: true })
      .getByRole('row')
      .filter({
        has: page.getByRole('link', { name: `${database}.${table}`, exact: true }),
      })

    await test.step('every table has its price', async () => {
      await page.goto('/clusters/demo/overview')
      await page.getByRole('link', { name: 'Cost', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Cost', level: 1 })).toBeVisible()
      await expect(row).toContainText('$')
      await expect(page.getByText('Example prices')).toBeVisible()
      await expectAccessible(page)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Export' }).click()
      const csv = await readFile(await (await download).path(), 'utf8')
      expect(csv).toContain(`"${database}","${table}",`)
    })

    await test.step('amounts follow the price book', async () => {
      await page.getByRole('button', { name: 'Price book' }).click()
      const dialog = page.getByRole('dialog', { name: 'Price book' })
      await expect(dialog).toContainText('Default prices')
      await dialog.getByRole('textbox', { name: 'Currency' }).fill('€')
      await dialog.getByRole('textbox', { name: 'Storage, per GiB and month' }).fill('cheap')
      await dialog.getByRole('button', { name: 'Set prices' }).click()
      await expect(dialog.getByText('A number from 0.')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'As S3 Standard-IA' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Min billed object size, KiB' })).toHaveValue('128')
      await dialog.getByRole('button', { name: 'As S3 Standard', exact: true }).click()
      await dialog.getByRole('button', { name: 'Set prices' }).click()
      await expect(dialog).toBeHidden()
      await expect(row).toContainText('€')
      await expect(page.getByText('Example prices')).toBeHidden()
      await page.goto('/admin/audit?action=price-book.')
      await expect(page.getByText('set the prices of').first()).toBeVisible()
    })

    await test.step('requests are read from the logs on request', async () => {
      await page.goto('/clusters/demo/costs')
      const requests = page.getByRole('region', { name: 'Requests to object storage', exact: true })
      await requests.getByRole('button', { name: 'Read the logs' }).click()
      await expect(requests.getByRole('row').filter({ hasText: 'shard-1-replica-1' }).first()).toBeVisible({
        timeout: 40_000,
      })
      await expectAccessible(page)
    })

    await test.step('a table shows its break-even ages', async () => {
      await row.getByRole('link').click()
      await expect(page.getByRole('heading', { name: `${database}.${table}`, level: 1 })).toBeVisible()
      const partitions = page.getByRole('region', { name: 'Partitions', exact: true })
      await expect(partitions.getByRole('row').nth(1)).toBeVisible()
      await expect(partitions.getByText('unknown').first()).toBeVisible()
      await page.getByRole('textbox', { name: /Queries per day/ }).fill('0')
      await expect(partitions.getByRole('link', { name: /Move partition/ }).first()).toBeVisible()
      await page.getByRole('textbox', { name: /Queries per day/ }).fill('1000000')
      await expect(partitions.getByText('never').first()).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('and what its first TTL would save', async () => {
      const saving = page.getByRole('region', { name: 'Savings by a different TTL', exact: true })
      await saving.getByRole('textbox', { name: /Move rows after/ }).fill('60')
      await saving.getByRole('button', { name: 'Forecast savings' }).click()
      await expect(saving.getByText("+ toIntervalDay(60) TO VOLUME 'cold'")).toBeVisible({ timeout: 30_000 })
      await expect(saving.getByRole('row').nth(1)).toContainText('€')
      await expectAccessible(page)
    })
  })
})
