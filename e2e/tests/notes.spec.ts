import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

const path = '/clusters/demo/tables/demo/trips_local'

test('a person leaves a note on a table, and prints the page with it', async ({ page }) => {
  const text = `Kept until May, ${Date.now()}.`
  await page.goto(path)
  const notes = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Notes', exact: true }) })
  await notes.getByRole('heading', { name: 'Notes', exact: true }).click()
  await notes.getByRole('button', { name: 'Add note', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add note' })
  await dialog.getByRole('textbox', { name: 'Note', exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Add note', exact: true }).click()
  await expect(notes.getByRole('listitem').filter({ hasText: text })).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  await expect(notes.getByText(text)).toBeHidden()
  await test.step('on paper', async () => {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    await expect(notes.getByText(text)).toBeVisible()
    await expect(page.getByText(/Printed 20.* UTC/)).toBeVisible()
    await expect(page.getByText(path)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    await page.emulateMedia({ media: 'screen' })
    await expect(notes.getByText(text)).toBeHidden()
  })
})
