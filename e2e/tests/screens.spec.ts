import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { callRest } from '../support/rest.ts'
import { openScreen } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { cellName, listHotPartitions, moveRequest, tablePath } from '../support/trips.ts'

test.use({ role: 'admin' })

async function planOne(partition: string): Promise<string> {
  const { body } = await callRest<{ id: string }>('POST', '/tier-migrations', {
    body: moveRequest([partition]),
  })
  return body.id
}

test('on a narrow screen the navigation opens, leads on and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openScreen(page, '/clusters/demo/overview', 'Overview')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const navigation = page.getByRole('dialog', { name: 'Navigation' })
  await expect(navigation).toBeVisible()
  await expectAccessible(page)
  await navigation.getByRole('link', { name: 'Tables' }).click()
  await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible()
  await expect(navigation).toBeHidden()
})

test('a chosen theme survives a reload, whatever the system prefers', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openScreen(page, '/clusters/demo/overview', 'Overview')
  const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  const light = await background()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  expect(await background()).toBe(dark)
})

test('Ctrl-K finds a table and opens it, by keyboard alone', async ({ page }) => {
  await openScreen(page, '/clusters/demo/overview', 'Overview')
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to' })
  await palette.getByRole('combobox').fill('fleet_pos')
  await expect(palette.getByRole('option', { name: 'demo.fleet_positions', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tables\/demo\/fleet_positions$/)
  await expect(page.getByRole('heading', { name: 'demo.fleet_positions', level: 1 })).toBeVisible()
  await expect(palette).toBeHidden()
})

test('the map works by keyboard alone', async ({ page, nodes }) => {
  const [first = '', second = ''] = await listHotPartitions(nodes)
  await openScreen(page, tablePath, 'demo.trips_local')
  const cell = (id: string) => page.getByRole('gridcell', { name: cellName(id) })
  await cell(first).focus()
  await page.keyboard.press('Space')
  await expect(cell(first)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(cell(second)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('link', { name: 'Move 2 selected' })).toBeVisible()
})

test('a link opens the tab, the filters, the selection and the plan that it was copied from', async ({
  page,
  nodes,
}) => {
  const [first = '', second = ''] = await listHotPartitions(nodes)
  await openScreen(page, tablePath, 'demo.trips_local')
  await page.getByRole('tab', { name: 'Parts' }).click()
  await page.getByRole('searchbox', { name: 'Search parts' }).fill('2024')
  await choose(page.getByRole('combobox', { name: 'Disk' }), /^cold_cache/)
  await page.getByRole('columnheader', { name: 'Bytes' }).getByRole('button').click()
  const parts = page.getByRole('table', { name: 'Parts' })
  const rows = parts.getByRole('row').filter({ hasText: 'active' })
  await expect(page).toHaveURL(/parts=-bytes/)
  await expect(page.getByRole('columnheader', { name: 'Bytes' })).toHaveAttribute('aria-sort', 'descending')
  // The rows of the previous order stay until the new ones arrive.
  await expect(parts).toHaveAttribute('aria-busy', 'false')
  await expect(rows.first()).toContainText('cold_cache')
  const copied = page.url()
  const shown = await rows.allInnerTexts()

  await page.goto('about:blank')
  await openScreen(page, copied, 'demo.trips_local')
  await expect(page.getByRole('tab', { name: 'Parts' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('searchbox', { name: 'Search parts' })).toHaveValue('2024')
  await expect(page.getByRole('combobox', { name: 'Disk' })).toContainText('cold_cache')
  await expect(page.getByRole('columnheader', { name: 'Bytes' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => namesOf(await rows.allInnerTexts())).toEqual(namesOf(shown))

  await openScreen(page, `${tablePath}?partitions=${first},${second}`, 'demo.trips_local')
  for (const id of [first, second])
    await expect(page.getByRole('gridcell', { name: cellName(id) })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Move 2 selected' }).click()
  await page.getByRole('radio', { name: /^cold\b/ }).click()
  await expect(page).toHaveURL(/to=cold/)
  await page.reload()
  await expect(page.getByRole('radio', { name: /^cold\b/ })).toBeChecked()
  await expect(page.getByRole('button', { name: /^Move .* in 6 steps$/ })).toBeVisible()
})

test('the drawer of a step is a link too, and Back closes it', async ({ page, nodes }) => {
  const [partition = ''] = await listHotPartitions(nodes)
  const id = await planOne(partition)
  const path = `/clusters/demo/migrations/${id}`
  await page.goto(path)
  await page
    .getByRole('button', { name: new RegExp(`^Open the step of ${partition}`) })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${partition} on `) })
  await expect(drawer).toBeVisible()
  const copied = page.url()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await page.goto(copied)
  await expect(drawer).toBeVisible()
  await callRest('POST', `/tier-migrations/${id}/cancel`)
})

/** The first column of each row: ages in others keep changing. */
function namesOf(rows: readonly string[]): string[] {
  return rows.map((row) => row.split('\n')[0] ?? '')
}
