import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { chooseTable } from '../support/choose-table.ts'
import { openBucket } from '../support/store.ts'
import { expect, test } from '../support/test.ts'

const lines = ['id,text', '1,one', 'two,two', '3,three', 'four,four', '5,five']

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('loads a file with bad rows in each of the three modes', async ({ page, nodes }) => {
    test.setTimeout(180_000)
    const [first] = nodes
    if (!first) throw new Error('The demo has no node.')
    const mark = Date.now().toString(36)
    const folder = `broken_${mark}`
    const table = `broken_${mark}`
    const bucket = openBucket()
    await bucket.put(`${folder}/b.csv`, `${lines.join('\n')}\n`)
    await bucket.put(`${folder}/a.csv`, 'id,text\n6,six\n')
    await first.run(`CREATE TABLE demo.${table} (id UInt64, text String) ENGINE = MergeTree ORDER BY id`)

    await test.step('a bad row rejects its object, and the page says which row', async () => {
      await goToStrategy(page, folder, table)
      await expectAccessible(page)
      await startLoad(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('failed', { timeout: 60_000 })
      await expect(page.getByRole('alert').first()).toContainText('1 of 2 objects is not loaded')
      const objects = page.getByRole('region', { name: 'Objects', exact: true })
      await expect(objects.getByRole('row', { name: /b\.csv/ })).toContainText(/row 2:/)
      await expect(objects.getByRole('row', { name: /a\.csv/ })).toContainText('loaded')
      expect(await idsOf(table)).toEqual(['6'])
      const failures = page.getByRole('region', { name: 'Failed objects', exact: true })
      await expect(failures.getByRole('listitem')).toHaveCount(1)
      await expect(failures.getByRole('listitem')).toContainText(/b\.csv.*Row 2.*code \d+.*two/s)
      const batch = page.getByRole('table', { name: 'Batches' }).getByRole('row', { name: /Batch 1/ })
      await expect(batch).toContainText('1 of 2 failed')
      await expectAccessible(page)
    })

    await test.step('a retry skips the bad rows in what is left', async () => {
      await page.getByRole('button', { name: 'Retry, skip bad rows' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Max bad rows per object' }).fill('5')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Retry', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
      await expect(page.getByText('2 bad rows skipped')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Failed objects', exact: true })).toBeHidden()
      expect(await idsOf(table)).toEqual(['1', '3', '5', '6'])
    })

    await test.step('bad rows are skipped and counted', async () => {
      await first.run(`TRUNCATE TABLE demo.${table}`)
      await goToStrategy(page, folder, table)
      await chooseBadRows(page, 'Skip and count them')
      await startLoad(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
      await expect(page.getByText('2 bad rows skipped')).toBeVisible()
      expect(await idsOf(table)).toEqual(['1', '3', '5', '6'])
    })

    await test.step('bad rows are collected in a table, and shown', async () => {
      await first.run(`TRUNCATE TABLE demo.${table}`)
      await goToStrategy(page, folder, table)
      await chooseBadRows(page, 'Skip and save them in a table')
      await expect(page.getByRole('textbox', { name: 'Table of bad rows' })).toHaveValue(`${table}_bad_rows`)
      await expectAccessible(page)
      await startLoad(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
      const panel = page.getByRole('region', { name: 'Bad rows', exact: true })
      await expect(panel.getByRole('row', { name: /two,two/ })).toBeVisible()
      await expect(panel.getByRole('row', { name: /four,four/ })).toBeVisible()
      await expect(panel.getByRole('status')).toHaveText('2 bad rows skipped')
      await panel.getByRole('button', { name: 'SQL' }).click()
      await expect(page.getByRole('dialog').getByText(`${table}_bad_rows`).first()).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      expect(await idsOf(table)).toEqual(['1', '3', '5', '6'])
      const kept = await first.ask(`SELECT raw FROM demo.${table}_bad_rows ORDER BY row_number`)
      expect(kept).toHaveLength(2)
    })

    async function idsOf(name: string): Promise<string[]> {
      const rows = await first?.ask<{ id: string }>(`SELECT toString(id) AS id FROM demo.${name} ORDER BY id`)
      return (rows ?? []).map(({ id }) => id)
    }
  })
})

/** From the list of loads to the fourth step. Columns are inferred from a.csv, which has no bad row. */
async function goToStrategy(page: Page, folder: string, table: string): Promise<void> {
  await page.goto('/clusters/demo/loads')
  await page.getByRole('link', { name: 'New load' }).first().click()
  await choose(page.getByRole('combobox', { name: 'Source' }), 'Demo store')
  await page.getByRole('textbox', { name: 'Pattern' }).fill(`${folder}/*.csv`)
  await page.getByRole('button', { name: 'List objects' }).click()
  await expect(page.getByRole('region', { name: 'Manifest', exact: true })).toContainText('b.csv')
  await page.getByRole('button', { name: 'Next: Format' }).click()
  await page.getByRole('button', { name: 'Next: Target' }).click()
  await chooseTable(page, `demo.${table}`)
  await expect(page.getByRole('combobox', { name: 'Expression for id' })).toHaveValue('id')
  await page.getByRole('button', { name: 'Next: Strategy' }).click()
  await expect(page.getByText(/Recommended\./)).toBeVisible()
}

async function chooseBadRows(page: Page, label: string): Promise<void> {
  await choose(page.getByRole('combobox', { name: 'Rows that cannot be read' }), label)
}

async function startLoad(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next: Review' }).click()
  await expect(page.getByText('Ready to start.')).toBeVisible()
  await page.getByRole('button', { name: 'Start load' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start load' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Load into')
}
