import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { answerOf, expectAnswerFirst } from '../support/answers.ts'
import { choose } from '../support/choose.ts'
import { askAll } from '../support/nodes.ts'
import { createPerson, signIn } from '../support/people.ts'
import { rememberSecret } from '../support/rest.ts'
import { readEndpoints } from '../support/run.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

/** The files of an archive are kept for a month at least. */
async function endRetention(archive: string): Promise<void> {
  const client = new pg.Client({ connectionString: readEndpoints().postgres?.url })
  await client.connect()
  const { rowCount } = await client
    .query(`UPDATE archive SET "expiresAt" = now() - interval '1 minute' WHERE id = $1`, [archive])
    .finally(() => client.end())
  expect(rowCount).toBe(1)
}

test('a partition is archived, proved, dropped and restored', async ({ page, browser, nodes, run }) => {
  test.setTimeout(360_000)
  const table = `old_trips_${Date.now().toString(36)}`
  const countIn = async (from: string, month: number) =>
    (
      await askAll<{ n: string }>(
        nodes,
        `SELECT toString(count()) || ' ' || toString(sum(cityHash64(tuple(day, id, fare, zone)))) AS n FROM demo.${from} WHERE toYYYYMM(day) = ${month}`,
      )
    ).map(({ n }) => n)
  const count = (month: number) => countIn(table, month)
  for (const node of nodes) {
    await node.run(
      `CREATE TABLE demo.${table} (day Date, id UInt64, fare Decimal(9, 2), zone LowCardinality(String)) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id SETTINGS storage_policy = 'tiered'`,
    )
    await node.run(
      `INSERT INTO demo.${table} SELECT toDate('2024-01-10') + INTERVAL number % 2 MONTH, number, number / 3, toString(number % 5) FROM numbers(5000)`,
    )
  }
  const before = await count(202401)
  const untouched = await count(202402)

  await test.step('the preview says exactly what is archived', async () => {
    await page.goto(`/clusters/demo/tables/demo/${table}?partitions=202401`)
    await page.getByRole('link', { name: 'Archive 1 selected' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Archive partitions of')
    await choose(page.getByRole('combobox', { name: 'Source' }), 'Demo store', { exact: true })
    await page.getByRole('textbox', { name: 'Folder' }).fill('e2e/')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await expect(preview).toContainText('7,500')
    await expect(preview.getByRole('table').getByText('202401')).toHaveCount(3)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await choose(
      preview.getByRole('combobox', { name: 'Storage class' }),
      'Glacier Flexible Retrieval (5 h to read)',
    )
    await preview.getByRole('button', { name: 'Start archive' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('7,500 rows in 3 partitions')
    await expect(dialog).toContainText('Glacier Flexible Retrieval, which bills at least 90 days')
    await dialog.getByRole('button', { name: 'Write and prove' }).click()
  })

  const title = page.getByRole('heading', { level: 1 })
  await test.step('nothing leaves the table before the approval', async () => {
    await expect(title).toContainText('needs approval', { timeout: 90_000 })
    expect(await count(202401)).toEqual(before)
    await expect(
      page.getByRole('region', { name: 'Partitions', exact: true }).getByText('proved').first(),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve detach' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('3 partitions with 7,500 rows')
    await dialog.getByRole('textbox').fill(table)
    await dialog.getByRole('button', { name: 'Detach' }).click()
    await expect(title).toContainText('in quarantine', { timeout: 60_000 })
    expect(new Set(await count(202401))).toEqual(new Set(['0 0']))
    await expect(page.getByRole('button', { name: 'Drop now' })).toBeDisabled()
  })

  await test.step('another admin drops it before the date', async () => {
    const password = randomBytes(18).toString('base64url')
    await rememberSecret(password)
    const session = join(run.folder, 'session-archive-admin.json')
    const person = { email: `archive-${Date.now()}@frostline.test`, password, session }
    await createPerson(run, { ...person, name: 'Ada Archive', role: 'admin' })
    await signIn(run.url, person)
    const other = await browser.newContext({ storageState: session, baseURL: run.url })
    const second = await other.newPage()
    await second.goto(page.url())
    await second.getByRole('button', { name: 'Drop now' }).click()
    const dialog = second.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill(table)
    await dialog.getByRole('button', { name: 'Drop now' }).click()
    await expect(second.getByRole('heading', { level: 1 })).toContainText('archived', { timeout: 60_000 })
    await other.close()
  })

  await test.step('a view reads the rows of the table and of the archive', async () => {
    const panel = page.getByRole('region', { name: 'Query in place', exact: true })
    await expect(panel).toContainText('7,500 rows in 3 partitions are left out')
    await expect(panel).toContainText(`CREATE OR REPLACE VIEW`)
    await panel.getByRole('button', { name: 'Create view' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create view' }).click()
    await expect(panel).toContainText('has each row once')
    expect(new Set(await countIn(`${table}_with_archive`, 202401))).toEqual(new Set(['0 0']))
    const files = page.getByRole('region', { name: 'Files in the bucket', exact: true })
    await expect(files.getByRole('list', { name: 'Storage classes' })).toContainText(
      'Glacier Flexible Retrieval: 3 files',
    )
    await page
      .getByRole('region', { name: 'Files in the bucket', exact: true })
      .getByRole('button', { name: 'Compare now' })
      .click()
    await expect(page.getByText('All files are as they were proved.')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  await test.step('it is restored into the table, equal to its manifest', async () => {
    await expect(title).toContainText('archived', { timeout: 60_000 })
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('status')).toContainText('7,500 rows')
    await expect(dialog.getByRole('status')).toContainText('up to 5 hours')
    await choose(dialog.getByRole('combobox', { name: 'Retrieval' }), 'Bulk: slower and cheaper')
    await expect(dialog.getByRole('status')).toContainText('up to 12 hours')
    await choose(dialog.getByRole('combobox', { name: 'Keep the restored rows' }), '7 days', { exact: true })
    await dialog.getByRole('button', { name: 'Start restore' }).click()
    await expect(title).toContainText('restored', { timeout: 120_000 })
    expect(await count(202401)).toEqual(before)
    expect(await count(202402)).toEqual(untouched)
    expect(await countIn(`${table}_with_archive`, 202401)).toEqual(before)
    await expectAccessible(page)
  })

  await test.step('the restored rows are removed again, and the archive still has them', async () => {
    const panel = page.getByRole('region', { name: 'Removal', exact: true })
    await expect(panel.getByRole('status')).toContainText('The restored rows are removed in 7 d')
    await panel.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await choose(dialog.getByRole('combobox', { name: 'Keep the restored rows' }), 'Remove now')
    await expect(dialog.getByRole('status')).toContainText('7,500 rows in 3 partitions are removed')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Remove now' }).click()
    await panel.getByRole('link', { name: /^Removal of/ }).click()
    await expect(title).toContainText('Removal of restored rows')
    await expect(title).toContainText('removed', { timeout: 120_000 })
    await expectAnswerFirst(page)
    await expect(answerOf(page)).toContainText(`7,500 rows in 3 partitions were removed from demo.${table}`)
    expect(new Set(await count(202401))).toEqual(new Set(['0 0']))
    expect(await count(202402)).toEqual(untouched)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'its restore' }).click()
    await expect(panel.getByRole('status')).toContainText('All restored rows were removed')
    await page.getByRole('link', { name: 'its archive' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await choose(dialog.getByRole('combobox', { name: 'Partitions' }), 'By time')
    await expect(dialog.getByRole('status')).toContainText('Choose the days.')
    await expect(dialog.getByRole('button', { name: 'Start restore' })).toBeDisabled()
    await dialog.getByLabel('From').fill('2024-01-12')
    await dialog.getByLabel('To', { exact: true }).fill('2024-01-11')
    await expect(dialog.getByText('It is before the first day.')).toBeVisible()
    await dialog.getByLabel('To', { exact: true }).fill('2024-01-31')
    await expect(dialog.getByRole('status')).toContainText('No proved partition has rows of this time')
    await expectAccessible(page)
    await dialog.getByLabel('From').fill('2024-01-01')
    await expect(dialog.getByRole('status')).toContainText('7,500 rows')
    await choose(dialog.getByRole('combobox', { name: 'Volume' }), 'cold', { exact: true })
    await dialog.getByRole('button', { name: 'Start restore' }).click()
    await expect(title).toContainText('restored', { timeout: 120_000 })
    await expect(page.getByText('moved the partitions to volume cold')).toBeVisible()
    await expectAccessible(page)
    expect(await count(202401)).toEqual(before)
    const disks = await askAll<{ disk: string }>(
      nodes,
      `SELECT DISTINCT disk_name AS disk FROM system.parts WHERE active AND database = 'demo' AND table = '${table}' AND partition_id = '202401'`,
    )
    expect(new Set(disks.map(({ disk }) => disk))).toEqual(new Set(['cold_cache']))
  })

  await test.step('the files have a retention and a legal hold', async () => {
    await page.getByRole('link', { name: 'its archive' }).click()
    const panel = page.getByRole('region', { name: 'Retention', exact: true })
    await expect(panel).toContainText('7,500 rows are kept forever')
    await panel.getByRole('button', { name: 'Change retention' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Delete after a time' }).click()
    await dialog.getByRole('textbox', { name: 'Time' }).fill('2')
    await expect(dialog.getByRole('status')).toContainText('6 files')
    await expect(dialog.getByRole('status')).toContainText('7,500 rows were restored into the table')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Set retention' }).click()
    await expect(panel).toContainText('2 months after the drop')
    await panel.getByRole('button', { name: 'Set legal hold' }).click()
    await dialog.getByRole('button', { name: 'Set legal hold' }).click()
    await expect(dialog).toContainText('Enter a reason.')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Case 4711')
    await dialog.getByRole('button', { name: 'Set legal hold' }).click()
    await expect(panel).toContainText('under a legal hold')
    await expect(panel).toContainText('Case 4711')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await panel.getByRole('button', { name: 'Release legal hold' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Closed')
    await dialog.getByRole('button', { name: 'Release legal hold' }).click()
    await expect(panel.getByRole('button', { name: 'Set legal hold' })).toBeVisible()
  })

  await test.step('the view is dropped', async () => {
    const panel = page.getByRole('region', { name: 'Query in place', exact: true })
    await panel.getByRole('button', { name: 'Drop view' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Drop view' }).click()
    await expect(panel.getByRole('button', { name: 'Create view' })).toBeVisible()
  })

  await test.step('the files are deleted when their time is over', async () => {
    const panel = page.getByRole('region', { name: 'Retention', exact: true })
    await endRetention(new URL(page.url()).pathname.split('/').at(-1) ?? '')
    await panel.getByRole('link', { name: /^Deletion of/ }).click()
    await expect(title).toContainText('Deletion of archived files')
    await expect(title).toContainText('deleted', { timeout: 60_000 })
    await expectAnswerFirst(page)
    await expect(answerOf(page)).toContainText('3 files')
    await expect(answerOf(page)).toContainText('with 7,500 rows were deleted from the bucket')
    const partitions = page.getByRole('table', { name: 'Partitions of the deletion' })
    await expect(partitions.getByText('1 of 1', { exact: true })).toHaveCount(3)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'its archive' }).click()
    await expect(panel.getByRole('status')).toContainText('were deleted')
    await expect(panel.getByRole('link', { name: 'Deletion of 3 of 3 partitions' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Restore', exact: true })).toBeHidden()
    expect(await count(202401)).toEqual(before)
  })

  await test.step('a schedule archives old partitions up to the approval', async () => {
    await page.goto(`/clusters/demo/tables/demo/${table}/archive`)
    await choose(page.getByRole('combobox', { name: 'Source' }), 'Demo store', { exact: true })
    await page.getByRole('textbox', { name: 'Folder' }).fill('e2e/')
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`schedule ${table}`)
    await choose(dialog.getByRole('combobox', { name: 'Delete the files' }), 'After 90 days', { exact: true })
    await dialog.getByRole('button', { name: 'Create schedule' }).click()
    const panel = page.getByRole('region', { name: 'Schedules', exact: true })
    await expect(panel).toContainText(`schedule ${table}`)
    await panel.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Run now' }).click()
    await expect(panel.getByText('proved')).toBeVisible({ timeout: 120_000 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await panel.getByRole('button', { name: `Delete schedule ${table}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
    await expect(panel.getByText(`schedule ${table}`)).toHaveCount(0)
    await page
      .getByRole('region', { name: 'All archives', exact: true })
      .getByRole('link', { name: `demo.${table}` })
      .first()
      .click()
    await expect(title).toContainText('needs approval')
    await expect(page.getByRole('region', { name: 'Retention', exact: true })).toContainText(
      'deleted 90 days after the drop',
    )
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the archive' }).click()
    await expect(title).toContainText('cancelled', { timeout: 60_000 })
  })

  await test.step('both are in the list', async () => {
    await page.goto('/clusters/demo/archives')
    const name = `demo.${table}`
    await expect(
      page.getByRole('region', { name: 'All archives', exact: true }).getByRole('link', { name }).first(),
    ).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Restores', exact: true }).getByRole('link', { name }),
    ).toHaveCount(2)
    await expectNoSidewaysScroll(page)
  })
  for (const node of nodes) await node.run(`DROP TABLE demo.${table} SYNC`)
})
