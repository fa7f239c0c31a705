import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { chooseTable } from '../support/choose-table.ts'
import { connectStore, openBucket } from '../support/store.ts'
import { expect, test } from '../support/test.ts'

/** At 1.5 s each, even a busy machine has time to pause and to cancel before the last. */
const files = 12

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('loads a folder of the bucket, pauses, resumes and cancels it, and loads what is left', async ({
    page,
    nodes,
  }) => {
    test.setTimeout(120_000)
    const [first] = nodes
    if (!first) throw new Error('The demo has no node.')
    const name = `controls_${Date.now().toString(36)}`
    const bucket = openBucket()
    for (let file = 0; file < files; file++)
      await bucket.put(`${name}/${file}.csv`, `id,text\n${file},first\n${file + files},second\n`)
    await first.run(`CREATE TABLE demo.${name} (id UInt64, text String) ENGINE = MergeTree ORDER BY id`)
    const ids = async () => {
      const rows = await first.ask<{ id: string }>(`SELECT toString(id) AS id FROM demo.${name}`)
      return rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
    }
    const heading = page.getByRole('heading', { level: 1 })
    const loaded = page
      .getByRole('region', { name: 'Objects', exact: true })
      .getByText('loaded', { exact: true })
    const store = connectStore()

    await test.step('from the bucket browser into the wizard', async () => {
      await page.goto('/sources')
      await page.getByRole('link', { name: 'Demo store', exact: true }).click()
      const objects = page.getByRole('region', { name: 'Objects', exact: true })
      await objects.getByRole('link', { name: `${name}/` }).click()
      await expect(objects.getByRole('link', { name: '0.csv', exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Load this folder' }).click()
      await expect(page.getByRole('textbox', { name: 'Pattern' })).toHaveValue(`${name}/**`)
      await goToReview(page, name)
    })

    // Each object is slow, so that the test can act between two.
    await store.inject({ operation: 'GetObject', keyPrefix: name, latencyMs: 1_500 })
    try {
      await test.step('paused: unfinished reads are dropped, what has arrived stays', async () => {
        await page.getByRole('button', { name: 'Start load' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Start load' }).click()
        await expect(loaded.first()).toBeVisible({ timeout: 30_000 })
        const doing = page.getByRole('region', { name: 'Running statements', exact: true })
        await expect(doing.getByRole('columnheader', { name: 'Parts written' })).toBeVisible()
        await page.getByRole('button', { name: 'Pause' }).click()
        await expect(heading).toContainText('paused', { timeout: 30_000 })
        await expectAccessible(page)
        const arrived = await ids()
        expect(arrived.length).toBeLessThan(2 * files)
        await expect(loaded).toHaveCount(arrived.length / 2)
      })

      await test.step('resumed, then cancelled: what has arrived stays', async () => {
        const before = (await ids()).length
        await page.getByRole('button', { name: 'Resume' }).click()
        await expect.poll(async () => (await ids()).length, { timeout: 30_000 }).toBeGreaterThan(before)
        await page.getByRole('button', { name: 'Cancel' }).click()
        const dialog = page.getByRole('alertdialog')
        await expect(dialog).toContainText(`Cancel the load into demo.${name}?`)
        await dialog.getByRole('button', { name: 'Cancel load' }).click()
        await expect(heading).toContainText('cancelled', { timeout: 30_000 })
        const arrived = await ids()
        expect(arrived.length).toBeLessThan(2 * files)
        expect(new Set(arrived).size).toBe(arrived.length)
      })
    } finally {
      await store.clearFaults()
    }

    await test.step('what is left is loaded, each object once', async () => {
      await page.getByRole('button', { name: 'Retry remaining' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Retry remaining' }).click()
      await expect(heading).toContainText('completed', { timeout: 30_000 })
      await expect(loaded).toHaveCount(files)
      expect(await ids()).toEqual(Array.from({ length: 2 * files }, (_, id) => id))
    })

    await test.step('the history shows who did what', async () => {
      const history = page.getByRole('region', { name: 'History', exact: true })
      for (const entry of ['Paused', 'Resumed', 'Cancelled', 'Retried', 'Completed'])
        await expect(history.getByText(entry, { exact: true })).toBeVisible()
      await expectAccessible(page)
    })
  })
})

/** From the first step, whose pattern is filled in, to the last, with one object per batch. */
async function goToReview(page: Page, table: string): Promise<void> {
  await page.getByRole('button', { name: 'List objects' }).click()
  await page.getByRole('button', { name: 'Next: Format' }).click()
  await page.getByRole('button', { name: 'Next: Target' }).click()
  await chooseTable(page, `demo.${table}`)
  await expect(page.getByRole('combobox', { name: 'Expression for id' })).toHaveValue('id')
  await page.getByRole('button', { name: 'Next: Strategy' }).click()
  await page.getByRole('textbox', { name: 'Max objects per batch' }).fill('1')
  await expect(page.getByText(`in ${files} batches`)).toBeVisible()
  await page.getByRole('button', { name: 'Next: Review' }).click()
  await expect(page.getByText('Ready to start.')).toBeVisible()
}
