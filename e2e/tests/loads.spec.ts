import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('loads CSV files of the demo store into a new Distributed table, and watches', async ({ page }) => {
    const table = `loaded_${Date.now().toString(36)}`
    await page.goto('/clusters/demo/loads')
    await page.getByRole('link', { name: 'New load' }).first().click()

    await test.step('source', async () => {
      await page.getByRole('combobox', { name: 'Source' }).click()
      await page.getByRole('option', { name: 'Demo store' }).click()
      await page.getByRole('textbox', { name: 'Pattern' }).fill('trips/csv/*.csv.gz')
      await page.getByRole('button', { name: 'List the objects' }).click()
      const manifest = page.getByRole('region', { name: 'Manifest', exact: true })
      await expect(manifest.getByText(/\.csv\.gz$/).first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Next: Format' }).click()
    })

    await test.step('format', async () => {
      await expect(page.getByRole('columnheader', { name: /^trip_id/ })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Next: Target' }).click()
    })

    await test.step('target', async () => {
      await page.getByRole('combobox', { name: 'Database' }).click()
      await page.getByRole('option', { name: 'demo', exact: true }).click()
      await page.getByRole('textbox', { name: 'Table name' }).fill(table)
      await expect(page.getByText('Distributed(').first()).toBeVisible()
      await page.getByRole('button', { name: 'Create the table' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create the table' }).click()
      await expect(page.getByText(`demo.${table} is there.`)).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Expression for trip_id' })).toHaveValue('trip_id')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Next: Strategy' }).click()
    })

    await test.step('strategy, and back without losing anything', async () => {
      await expect(page.getByText(/Recommended\./)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Back' }).click()
      await expect(page.getByRole('textbox', { name: 'Table name' })).toHaveValue(table)
      await page.getByRole('button', { name: 'Next: Strategy' }).click()
      await page.getByRole('radio', { name: /\(s3Cluster\)/ }).click()
      await page.getByRole('button', { name: 'Next: Review' }).click()
    })

    await test.step('review and start', async () => {
      await expect(page.getByText('Nothing stands in its way.')).toBeVisible()
      await expect(page.getByText('s3Cluster(').first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Start the load' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Start the load' }).click()
    })

    await test.step('watch', async () => {
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(table) })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
      const objects = page.getByRole('region', { name: 'Objects', exact: true })
      await expect(objects.getByText('loaded').first()).toBeVisible()
      await page.getByRole('button', { name: 'Batch 1' }).click()
      await expect(
        page.getByRole('dialog', { name: 'Batch 1' }).getByText('s3Cluster(').first(),
      ).toBeVisible()
      await expectAccessible(page)
    })
  })
})
