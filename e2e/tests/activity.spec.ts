import { readFile } from 'node:fs/promises'
import { expectAccessible, expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { callRest } from '../support/rest.ts'
import { findDemoBucket } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'operator' })

/** A few rows in a folder of its own. */
async function startGeneration(prefix: string): Promise<string> {
  const spec = {
    ...{ source: await findDemoBucket(), prefix, format: 'CSVWithNames', compression: 'gzip' },
    ...{ rows: 30, rowsPerFile: 10, content: { kind: 'template', template: 'events' } },
  }
  const { status, body } = await callRest<{ id: string }>('POST', '/data-generations', {
    body: { cluster: 'demo', spec },
  })
  expect(status).toBe(200)
  return body.id
}

test('a run appears on Activity, ends there without a reload, and is found, exported and opened', async ({
  page,
  run,
}) => {
  const prefix = `activity-${Date.now().toString(36)}/`
  const table = page.getByRole('table', { name: 'Runs', exact: true })
  const row = table.getByRole('row').filter({ hasText: prefix })
  const filters = page.getByRole('search', { name: 'Filter runs' })
  const filterBy = (filter: string, option: string) =>
    choose(filters.getByRole('combobox', { name: filter }), option, { exact: true })

  await test.step('an empty result says so', async () => {
    await page.goto('/clusters/demo/overview')
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await filters.getByRole('searchbox', { name: 'Name, person or ID' }).fill(prefix)
    await expect(page.getByText('No run matches')).toBeVisible()
    await expect(page).toHaveURL(/text=activity-/)
  })

  await test.step('a run appears and ends', async () => {
    // Changes before the page subscribes are not announced to it.
    await expect(page.getByRole('status').getByText('Live', { exact: true })).toBeVisible()
    await startGeneration(prefix)
    await expect(row).toContainText('Test data generation')
    await expect(row).toContainText('completed', { timeout: 60_000 })
  })

  await test.step('filters are in the URL and survive a reload', async () => {
    await filterBy('State', 'Failed')
    await expect(page.getByText('No run matches')).toBeVisible()
    await filterBy('State', 'Completed')
    await filterBy('Kind', 'Test data generation')
    await expect(row).toBeVisible()
    await page.reload()
    await expect(row).toBeVisible()
    await expect(filters.getByRole('combobox', { name: 'Kind' })).toContainText('Test data generation')
    await filters.getByRole('switch', { name: 'All clusters' }).click()
    await expect(table.getByRole('columnheader', { name: 'Cluster' })).toBeVisible()
    await expect(row).toContainText('Demo')
  })

  await test.step("a run of someone else's API token is not mine", async () => {
    await expect(row.getByRole('img', { name: 'API token' })).toBeVisible()
    await filters.getByRole('switch', { name: 'Only mine' }).click()
    await expect(page.getByText('No run matches')).toBeVisible()
    await filters.getByRole('switch', { name: 'Only mine' }).click()
    await expect(row).toBeVisible()
  })

  await test.step('what is shown is exported', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^id,kind,name,status,/)
    expect(lines[1]).toContain(`"data-generation"`)
    expect(lines[1]).toContain(prefix)
  })

  await test.step('the timeline has it too, and opens its page by keyboard', async () => {
    const timeline = page.getByRole('group', { name: 'Runs over time' })
    const bar = timeline.getByRole('link', {
      name: new RegExp(`in .*${prefix}.* on Demo: completed, from 20`),
    })
    await expect(timeline.getByRole('link')).toHaveCount(1)
    await bar.focus()
    await expect(page.getByText(`${prefix} on Demo: completed, from`)).toBeVisible()
    await expectFitsAndAccessible(page)
    await bar.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Test data in')
  })

  const history = page.getByRole('region', { name: 'History', exact: true })
  await test.step('a note is shown in its history, also after a reload', async () => {
    await history.getByRole('button', { name: 'Add note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add note' })
    await dialog.getByRole('button', { name: 'Add note' }).click()
    await expect(dialog.getByText('Enter a note.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Made for the <b>demo</b>.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add note' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(history.getByRole('listitem').first()).toContainText('Made for the <b>demo</b>.')
    await page.reload()
    await expect(history.getByRole('listitem').first()).toContainText('Made for the <b>demo</b>.')
    await expect(history.getByRole('listitem').first()).toContainText(`Note by ${run.people.operator.email}`)
  })

  await test.step('and is marked on Activity', async () => {
    await page.goto(`/clusters/demo/activity?text=${encodeURIComponent(prefix)}`)
    await expect(row.getByRole('img', { name: 'note' })).toBeVisible()
  })
})

test.describe('a viewer', () => {
  test.use({ role: 'viewer' })

  test('sees runs and their history, and can add no note', async ({ page }) => {
    const prefix = `seen-${Date.now().toString(36)}/`
    await startGeneration(prefix)
    await page.goto(`/clusters/demo/activity?text=${encodeURIComponent(prefix)}`)
    const table = page.getByRole('table', { name: 'Runs', exact: true })
    await table.getByRole('row').filter({ hasText: prefix }).getByRole('link').first().click()
    const history = page.getByRole('region', { name: 'History', exact: true })
    await expect(history.getByRole('listitem').last()).toContainText('Started')
    await expect(page.getByRole('button', { name: 'Add note' })).toHaveCount(0)
  })
})
