import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { openBucket } from '../support/store.ts'
import { expect, test } from '../support/test.ts'

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('saves a load as a pipeline, which loads each new object, waits while paused, and continues', async ({
    page,
    nodes,
  }) => {
    test.setTimeout(180_000)
    const name = `arrivals_${Date.now().toString(36)}`
    const bucket = openBucket()
    const put = (part: number, ids: readonly number[]) =>
      bucket.put(`${name}/${part}.csv`, `id,what\n${ids.map((id) => `${id},arrived\n`).join('')}`)
    const countRows = async () => {
      const [row] = (await nodes[0]?.ask<{ rows: string }>(`SELECT count() AS rows FROM demo.${name}`)) ?? []
      return Number(row?.rows)
    }
    const lag = page.getByRole('region', { name: 'Lag', exact: true })
    const heading = page.getByRole('heading', { level: 1 })
    await put(1, [1, 2])

    await test.step('from the wizard', async () => {
      await page.goto('/clusters/demo/pipelines')
      await expect(heading).toHaveText('Pipelines')
      await page.getByRole('link', { name: 'New load' }).click()
      await choose(page.getByRole('combobox', { name: 'Source' }), 'Demo store')
      await page.getByRole('textbox', { name: 'Pattern' }).fill(`${name}/*.csv`)
      await page.getByRole('button', { name: 'List objects' }).click()
      await page.getByRole('button', { name: 'Next: Format' }).click()
      await page.getByRole('button', { name: 'Next: Target' }).click()
      await choose(page.getByRole('combobox', { name: 'Database' }), 'demo', { exact: true })
      await page.getByRole('textbox', { name: 'Table name' }).fill(name)
      await page.getByRole('button', { name: 'Create table' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Create table' }).click()
      await page.getByRole('button', { name: 'Next: Strategy' }).click()
      await page.getByRole('button', { name: 'Next: Review' }).click()
      await page.getByRole('button', { name: 'Save as pipeline' }).click()
      const dialog = page.getByRole('dialog', { name: 'Save as pipeline' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('')
      await dialog.getByRole('textbox', { name: 'Listing interval, seconds' }).fill('4')
      await dialog.getByRole('button', { name: 'Save pipeline' }).click()
      await expect(dialog.getByText('Enter a name.')).toBeVisible()
      await expect(dialog.getByText('Enter whole seconds from 5 to 86400.')).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await dialog.getByRole('textbox', { name: 'Listing interval, seconds' }).fill('5')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save pipeline' }).click()
    })

    await test.step('existing objects are loaded', async () => {
      await expect(heading).toContainText(name)
      await expect(heading).toContainText('up to date', { timeout: 60_000 })
      expect(await countRows()).toBe(2)
      await expect(
        page.getByRole('table', { name: 'Loads of the pipeline' }).getByText('completed'),
      ).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a new object is loaded', async () => {
      await put(2, [3, 4, 5])
      await expect.poll(countRows, { timeout: 60_000 }).toBe(5)
      await expect(heading).toContainText('up to date', { timeout: 30_000 })
      await expect(lag.getByText('0 objects waiting, 0 loading')).toBeVisible()
      await expect(lag.getByText(/^2 objects matched at the last listing/)).toBeVisible()
    })

    await test.step('while it is paused a new object is lag', async () => {
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
      await expect(heading).toContainText('paused')
      await put(3, [6])
      await page.getByRole('button', { name: 'List now' }).click()
      await expect(lag.getByText('1 object waiting, 0 loading')).toBeVisible({ timeout: 30_000 })
      await expect(lag.getByText(`${name}/3.csv`)).toBeVisible()
      expect(await countRows()).toBe(5)
      await expectAccessible(page)
    })

    await test.step('after the resume that is loaded, and each object was taken once', async () => {
      await page.getByRole('button', { name: 'Resume' }).click()
      await expect.poll(countRows, { timeout: 60_000 }).toBe(6)
      await expect(heading).toContainText('up to date', { timeout: 30_000 })
      const known = page.getByRole('table', { name: 'Known objects' })
      await expect(known.getByText('in a load')).toHaveCount(3)
    })

    await test.step('an overwritten object is skipped, and reported', async () => {
      await put(1, [9])
      await page.getByRole('button', { name: 'List now' }).click()
      const known = page.getByRole('table', { name: 'Known objects' })
      await expect(known.getByText('new version, skipped')).toBeVisible({ timeout: 30_000 })
      expect(await countRows()).toBe(6)
    })

    await test.step('the list has it, and it can be removed', async () => {
      await page
        .getByRole('navigation', { name: 'Breadcrumbs' })
        .getByRole('link', { name: 'Pipelines' })
        .click()
      const row = page.getByRole('table', { name: 'Pipelines' }).getByRole('row').filter({ hasText: name })
      await expect(row).toContainText('up to date')
      await expectAccessible(page)
      await row.getByRole('link', { name }).click()
      await page.getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove pipeline' }).click()
      await expect(page.getByText(`${name} was removed`)).toBeVisible()
      await expect(heading).toHaveText('Pipelines')
      await expect(page.getByRole('link', { name })).toHaveCount(0)
    })
  })
})
