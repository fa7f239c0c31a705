import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { askAll } from '../support/nodes.ts'
import { expect, test } from '../support/test.ts'

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('writes 200,000 rows in ten files into the demo store, and loads them', async ({ page, nodes }) => {
    test.setTimeout(180_000)
    const mark = Date.now().toString(36)
    const table = `generated_${mark}`

    await test.step('from the bucket to the form', async () => {
      await page.goto('/sources')
      await page.getByRole('link', { name: 'Demo store', exact: true }).click()
      await page.getByRole('link', { name: 'Generate test data' }).click()
      await expect(page.getByRole('heading', { name: 'Generate test data', level: 1 })).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Source' })).toContainText('Demo store')
      await expect(page.getByRole('radio', { name: /A query/ })).toBeDisabled()
      await page.getByRole('textbox', { name: 'Rows', exact: true }).fill('200,000')
      await page.getByRole('textbox', { name: 'Rows per file' }).fill('20')
      await page.getByRole('textbox', { name: 'Folder' }).fill('trips')
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
    })

    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await test.step('a folder with content is refused, before anything is sent', async () => {
      await expect(preview.getByRole('status').last()).toContainText('is not empty')
      await expect(preview.getByRole('button', { name: 'Generate' })).toBeDisabled()
      await expectAccessible(page)
    })

    await test.step('preview', async () => {
      await page.getByRole('textbox', { name: 'Rows per file' }).fill('20_000')
      await page.getByRole('textbox', { name: 'Folder' }).fill(table)
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      await expect(preview.getByText('The folder is empty.')).toBeVisible()
      await expect(preview.getByRole('columnheader', { name: /^trip_id/ })).toBeVisible()
      await expect(preview.getByText("'[HIDDEN]'").first()).toBeVisible()
      await preview.getByRole('button', { name: 'Generate' }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText('10 files with 200,000 rows, about')
      await dialog.getByRole('button', { name: 'Generate' }).click()
    })

    await test.step('watch', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
      await expect(page.getByRole('region', { name: 'Progress', exact: true })).toContainText('200,000')
      const history = page.getByRole('region', { name: 'History', exact: true }).getByRole('listitem')
      await expect(history.first()).toContainText('Completed by worker')
      await expect(history.last()).toContainText('Started by')
      await page.getByRole('button', { name: 'Statement 1', exact: true }).click()
      const drawer = page.getByRole('dialog', { name: 'Statement 1' })
      await expect(drawer.getByText('INSERT INTO').first()).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    })

    await test.step('load the files into a new table', async () => {
      await page.getByRole('link', { name: 'Load these files' }).click()
      const manifest = page.getByRole('region', { name: 'Manifest', exact: true })
      await expect(manifest.getByText(`${table}/part-000009.csv.gz`)).toBeVisible()
      await page.getByRole('button', { name: 'Next: Format' }).click()
      await page.getByRole('button', { name: 'Next: Target' }).click()
      await choose(page.getByRole('combobox', { name: 'Database' }), 'demo', { exact: true })
      await page.getByRole('textbox', { name: 'Table name' }).fill(table)
      await page.getByRole('button', { name: 'Create table' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create table' }).click()
      await page.getByRole('button', { name: 'Next: Strategy' }).click()
      await page.getByRole('button', { name: 'Next: Review' }).click()
      await page.getByRole('button', { name: 'Start load' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Start load' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
    })

    const loaded = await askAll<{ ids: string[] }>(
      nodes.slice(0, 1),
      `SELECT [toString(count()), toString(uniqExact(trip_id)), toString(max(trip_id))] AS ids FROM demo.${table}`,
    )
    expect(loaded[0]?.ids).toEqual(['200000', '200000', '199999'])

    await test.step('it is in the list', async () => {
      await page.goto('/clusters/demo/loads?tab=data')
      await expect(page.getByRole('row', { name: new RegExp(table) })).toContainText('10/10')
    })
  })
})
