import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from '../support/accessible.ts'
import { createPerson, signIn } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const suffix = Date.now().toString(36)
const plain = `fleet_${suffix}`
const small = `${plain}_small`

test.beforeAll(async ({ nodes }) => {
  for (const node of nodes) {
    await node.run(`CREATE TABLE demo.${plain} (day Date, id UInt64) ENGINE = MergeTree
      PARTITION BY toYYYYMM(day) ORDER BY id`)
    await node.run(`INSERT INTO demo.${plain} SELECT '2024-05-01', number FROM numbers(1000)`)
    await node.run(`CREATE TABLE demo.${small} (id UInt64) ENGINE = MergeTree ORDER BY id`)
    await node.run(`SYSTEM STOP MERGES demo.${small}`)
    for (let insert = 0; insert < 11; insert++) await node.run(`INSERT INTO demo.${small} SELECT ${insert}`)
  }
})
test.afterAll(async ({ nodes }) => {
  for (const node of nodes)
    for (const table of [plain, small]) await node.run(`DROP TABLE IF EXISTS demo.${table} SYNC`)
})

test('a person filters the fleet, saves the view, mends an oddity and exports what is shown', async ({
  page,
  nodes,
}) => {
  await page.goto('/clusters/demo/overview')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fleet' }).click()
  await expect(page.getByRole('heading', { name: 'Fleet', level: 1 })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search tables' }).fill(plain)
  const row = (table: string) =>
    page
      .getByRole('table', { name: 'Tables' })
      .getByRole('row')
      .filter({ hasText: new RegExp(`${table}(?!_)`) })
  await expect(row(plain)).toContainText('No TTL')
  await expect(row(small)).toContainText('Small parts')
  await expect(row(small)).toContainText('11.0')
  await expect(page).toHaveURL(new RegExp(`q=${plain}`))

  await page.getByRole('combobox', { name: 'Oddity' }).click()
  await page.getByRole('option', { name: /^Small parts/ }).click()
  await expect(row(plain)).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Small ${suffix}`)
  await dialog.getByRole('checkbox', { name: 'Share with everybody' }).check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('combobox', { name: 'View' })).toContainText(`Small ${suffix}`)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(csv).toHaveLength(2)
  expect(csv[1]).toContain(`"demo","demo","${small}"`)
  const bytes = await Promise.all(
    nodes.map((node) =>
      node.ask<{ bytes: string }>(
        `SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND table = '${small}'`,
      ),
    ),
  )
  expect(csv[1]).toContain(`,${bytes.flat().reduce((sum, each) => sum + Number(each.bytes), 0)},`)

  await page.getByRole('button', { name: `Oddities of demo.${small}: Small parts` }).click()
  const drawer = page.getByRole('dialog', { name: `demo.${small}` })
  await expect(drawer).toContainText(`${11 * nodes.length} parts of`)
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'See the parts' }).click()
  await expect(page).toHaveURL(/tab=parts/)
  await page.goBack()
  await drawer.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('button', { name: 'Update view' })).toBeVisible()
  await page.getByRole('combobox', { name: 'View' }).click()
  await page.getByRole('option', { name: /No view/ }).click()
  await page.getByRole('combobox', { name: 'View' }).click()
  await page.getByRole('option', { name: `Small ${suffix}` }).click()
  await expect(page.getByRole('searchbox', { name: 'Search tables' })).toHaveValue(plain)
})

test('a viewer uses a shared view and cannot change it; an operator deletes it', async ({
  page,
  browser,
  run,
}) => {
  const person = {
    email: `fleet-${suffix}@example.com`,
    password: 'a-long-enough-password',
    session: join(run.folder, `session-fleet-${suffix}.json`),
  }
  await createPerson(run, { ...person, name: 'Viewer', role: 'viewer' })
  await signIn(run.url, person)
  const context = await browser.newContext({ baseURL: run.url, storageState: person.session })
  const viewer = await context.newPage()
  await viewer.goto('/fleet')
  await viewer.getByRole('combobox', { name: 'View' }).click()
  await viewer.getByRole('option', { name: `Small ${suffix}` }).click()
  await expect(viewer.getByRole('table', { name: 'Tables' })).toContainText(small)
  await expect(viewer.getByRole('button', { name: 'Rename' })).toHaveCount(0)
  await viewer.getByRole('button', { name: 'Save view' }).click()
  await expect(viewer.getByRole('dialog', { name: 'Save view' })).toBeVisible()
  await expect(viewer.getByRole('checkbox', { name: 'Share with everybody' })).toHaveCount(0)
  await context.close()

  await page.goto('/fleet')
  await page.getByRole('combobox', { name: 'View' }).click()
  await page.getByRole('option', { name: `Small ${suffix}` }).click()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(`Renamed ${suffix}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('combobox', { name: 'View' })).toContainText(`Renamed ${suffix}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('combobox', { name: 'View' })).toContainText('No')
})
