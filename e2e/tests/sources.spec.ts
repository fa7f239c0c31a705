import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

test.describe('an operator', () => {
  test.use({ role: 'operator' })

  test('goes from the demo store to a file, sees its rows and text, and downloads it', async ({ page }) => {
    await page.goto('/clusters/demo/overview')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sources' }).click()
    const card = page.getByRole('article', { name: 'Demo store' })

    await test.step('test the connection', async () => {
      await card.getByRole('button', { name: 'Test connection of Demo store' }).click()
      const drawer = page.getByRole('dialog', { name: 'Connection of Demo store' })
      await expect(drawer.getByText('The console and all nodes can use it.')).toBeVisible()
      await expect(drawer.getByRole('region', { name: 'From shard-3-replica-1 of Demo' })).toContainText(
        'List',
      )
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
    })

    const objects = page.getByRole('region', { name: 'Objects', exact: true })
    await test.step('browse by keyboard and by link', async () => {
      await card.getByRole('link', { name: 'Demo store', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Demo store', level: 1 })).toBeVisible()
      await objects.getByRole('link', { name: 'trips/' }).focus()
      await page.keyboard.press('Enter')
      await objects.getByRole('link', { name: 'csv/' }).click()
      await expect(page.getByRole('navigation', { name: 'Folder' })).toContainText(
        /frostline-demo.*trips.*csv/,
      )
      await expectAccessible(page)
    })

    const file = objects.getByRole('link', { name: /^\d{4}-\d\d\.csv\.gz$/ }).first()
    const name = (await file.textContent()) ?? ''
    const drawer = page.getByRole('dialog', { name })
    await test.step('preview the rows', async () => {
      await file.click()
      const rows = drawer.getByRole('table', { name: 'First rows' })
      await expect(rows.getByRole('columnheader', { name: /^trip_id/ })).toBeVisible()
      await expect(rows.getByRole('row')).toHaveCount(21)
      await expectAccessible(page)
      await page.reload()
      await expect(rows.getByRole('row'), 'the address opens the same object again').toHaveCount(21)
    })

    await test.step('the raw text, and a link', async () => {
      await drawer.getByRole('tab', { name: 'Raw text' }).click()
      await expect(drawer.getByText('Not plain text')).toBeVisible()
      await drawer.getByRole('button', { name: 'Create download link' }).click()
      const href = await drawer.getByRole('link', { name: 'Download' }).getAttribute('href')
      const answer = await fetch(href ?? '')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toContain(name)
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
    })
  })
})
