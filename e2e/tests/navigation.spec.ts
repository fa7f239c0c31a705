import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsAndAccessible } from '../support/accessible.ts'
import { callRest } from '../support/rest.ts'
import { openScreen } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { listHotPartitions, moveRequest, tablePath } from '../support/trips.ts'

test.use({ role: 'admin' })

const overview = '/clusters/demo/overview'
const groups = ['Monitor', 'Data', 'Ingest', 'Storage', 'Diagnostics', 'Admin']
const mainOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const crumbsOf = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' })
const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })

test('the sidebar has groups; a collapsed one is remembered and still shows the page that is open', async ({
  page,
}) => {
  await openScreen(page, overview, 'Overview')
  const main = mainOf(page)
  for (const name of groups)
    await expect(main.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true')
  await expect(main.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await main.getByRole('button', { name: 'Storage' }).click()
  await expect(main.getByRole('link', { name: 'Cost' })).toHaveCount(0)
  await page.reload()
  await expect(main.getByRole('button', { name: 'Storage' })).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(main.getByRole('link', { name: 'Cache' })).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('link', { name: 'Cost' })).toHaveCount(0)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Storage' }).press('Enter')
  await expect(main.getByRole('link', { name: 'Cost' })).toBeVisible()
})

test('breadcrumbs name runs and sources, and lead back', async ({ page, nodes }) => {
  const [partition = ''] = await listHotPartitions(nodes)
  const { body: plan } = await callRest<{ id: string }>('POST', '/tier-migrations', {
    body: moveRequest([partition]),
  })
  try {
    await page.goto(`/clusters/demo/migrations/${plan.id}`)
    await expect(crumbsOf(page)).toHaveText(
      /^Demo\/Tier migrations\/demo\.trips_local, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    )
    await crumbsOf(page).getByRole('link', { name: 'Tier migrations' }).click()
    await expect(page.getByRole('heading', { name: 'Tier migrations', level: 1 })).toBeVisible()
  } finally {
    await callRest('POST', `/tier-migrations/${plan.id}/cancel`)
  }
  await mainOf(page).getByRole('link', { name: 'Sources' }).click()
  await page.getByRole('article', { name: 'Demo store' }).getByRole('link').first().click()
  await expect(crumbsOf(page)).toHaveText('Sources/Demo store')
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Tier migrations', level: 1 })).toBeVisible()
})

test('the palette finds pages by synonyms and with typing errors, and carries out actions, by keyboard alone', async ({
  page,
}) => {
  await openScreen(page, overview, 'Overview')
  await page.keyboard.press('ControlOrMeta+k')
  const palette = paletteOf(page)
  const field = palette.getByRole('combobox', { name: 'Search or jump to' })
  const active = palette.getByRole('option', { selected: true })
  await expect(field).toBeFocused()
  await field.fill('dead letter')
  await expect(active).toContainText('Loads')
  await field.fill('restrat forcast')
  await expect(active).toContainText('Restart forecast')
  await field.fill('move trips_loc')
  await expect(active).toHaveText('Move partitions of demo.trips_local')
  await field.fill('nothing of this name')
  await expect(palette.getByRole('status')).toHaveText('No results for “nothing of this name”.')
  await expectAccessible(page)

  await field.fill('set ttl')
  await page.keyboard.press('Enter')
  const question = palette.getByRole('combobox', { name: 'Set TTL of which table?' })
  await expect(question).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(field).toBeFocused()
  await field.fill('set ttl')
  await page.keyboard.press('Enter')
  await question.fill('trips_lcoal')
  await expect(active).toHaveText('demo.trips_local')
  await expectFitsAndAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${tablePath}/ttl`)
  await expect(palette).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    'Set TTL of demo.trips_local',
  ])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await expect(active).toHaveText('Set TTL of demo.trips_local')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('? lists the shortcuts; keys do nothing in a field, and nothing at all once they are off', async ({
  page,
}) => {
  await openScreen(page, overview, 'Overview')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByRole('region', { name: 'Data' })).toContainText('Tier migrations')
  await expectFitsAndAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible()
  const search = page.getByRole('searchbox').first()
  await search.focus()
  // In one go, as the page still reads its data: no letter is lost.
  await page.keyboard.type('gm?')
  await expect(search).toHaveValue('gm?')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('switch', { name: 'Shortcuts without Ctrl' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(paletteOf(page)).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('what has the focus keeps it when the page reads its data again', async ({ page }) => {
  await openScreen(page, '/clusters/demo/tables', 'Tables')
  const link = page.getByRole('table').getByRole('link', { name: 'trips_local' })
  await link.focus()
  const again = page.waitForResponse((answer) => answer.url().includes('tables.list'))
  await page.getByRole('button', { name: /^Refresh Tables/ }).dispatchEvent('click')
  await again
  await expect(link).toBeFocused()
})

test.describe('a viewer', () => {
  test.use({ role: 'viewer' })

  test('is offered what a viewer may do', async ({ page }) => {
    await openScreen(page, overview, 'Overview')
    await expect(mainOf(page).getByRole('button', { name: 'Admin' })).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+k')
    const palette = paletteOf(page)
    await palette.getByRole('combobox').fill('trips_local')
    await expect(palette.getByRole('option', { name: 'demo.trips_local', exact: true })).toBeVisible()
    await palette.getByRole('combobox').fill('move partitions')
    await expect(palette.getByRole('option', { name: 'Tier migrations' })).toBeVisible()
    for (const text of ['move partitions of trips', 'set ttl', 'users', 'silence alert']) {
      await palette.getByRole('combobox').fill(text)
      await expect(palette.getByRole('option', { name: /^(Move|Set TTL|Users|Silence)/ })).toHaveCount(0)
    }
  })
})
