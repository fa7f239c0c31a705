import { expectAccessible, expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { askAll } from '../support/nodes.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

test('a rule holds a move until a second person approves it', async ({ page, browser, run, nodes }) => {
  test.setTimeout(180_000)
  const table = `held_${Date.now().toString(36)}`
  const name = `Moves of ${table}`
  for (const node of nodes) {
    await node.run(`CREATE TABLE demo.${table} (day Date, text String) ENGINE = MergeTree
      PARTITION BY toYYYYMM(day) ORDER BY day SETTINGS storage_policy = 'tiered'`)
    await node.run(
      `INSERT INTO demo.${table} SELECT toDate('2024-01-15'), randomPrintableASCII(100) FROM numbers(10000)`,
    )
  }
  const countCold = async () =>
    (
      await askAll<{ cold: number }>(
        nodes,
        `SELECT toUInt32(countIf(disk_name LIKE '%cold%')) AS cold FROM system.parts WHERE active AND table = {table: String}`,
        { table },
      )
    ).map(({ cold }) => cold)
  const heading = page.getByRole('heading', { level: 1 })

  await test.step('an admin creates the rule', async () => {
    await page.goto('/approvals')
    await page.getByRole('button', { name: 'Create rule' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create approval rule' })
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Database').fill('demo')
    await dialog.getByLabel('Table').fill(table)
    await dialog.getByLabel('Bucket audit').check()
    await dialog.getByLabel('From size').fill('1')
    await choose(dialog.getByRole('combobox', { name: 'Unit' }), 'B', { exact: true })
    await dialog.getByRole('button', { name: 'Create rule' }).click()
    await expect(dialog.getByText('None of these kinds has a size.')).toBeVisible()
    await dialog.getByLabel('Bucket audit').uncheck()
    await dialog.getByLabel('Tier migration').check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create rule' }).click()
    const row = page.getByRole('table', { name: 'Approval rules' }).getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(`Tables demo.${table} of all clusters, from 1 B`)
    await expect(row).toContainText('1 person')
  })

  await test.step('the dialog that starts a move says that it will wait', async () => {
    await page.goto(`/clusters/demo/tables/demo/${table}/move?partitions=202401&to=cold`)
    await page.getByRole('button', { name: /^Move .* in \d+ steps?$/ }).click()
    const dialog = page.getByRole('alertdialog')
    const approval = dialog.getByRole('region', { name: 'Approval' })
    await expect(approval).toContainText('Once started, it waits for the approval of 1 person.')
    await expect(approval).toContainText(name)
    await expectFitsAndAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('so does a plan of several tables', async () => {
    await page.goto(
      `/clusters/demo/migrations/several?pattern=demo.${table}&way=older&day=2030-01-01&to=cold`,
    )
    await expect(page.getByRole('region', { name: `demo.${table}` })).toContainText(name)
    await page.getByRole('button', { name: /^Move .* of 1 table$/ }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('1 of 1 tier migration waits for the approval of other people.')
    await expectFitsAndAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('so does a form that starts a run without asking again', async () => {
    const rule = { name: `Audits during ${table}`, kinds: ['bucket-audit'] }
    const { body } = await callRest<{ id: string }>('POST', '/approval-rules', { body: rule })
    await page.goto('/clusters/demo/bucket/new')
    const approval = page.getByRole('region', { name: 'Approval' })
    await expect(approval).toContainText('Once started, it waits for the approval of 1 person.')
    await expect(approval).toContainText(rule.name)
    await expectFitsAndAccessible(page)
    await callRest('DELETE', `/approval-rules/${body.id}`)
  })

  const { body: plan } = await callRest<{ id: string }>('POST', '/tier-migrations', {
    body: {
      ...{ cluster: 'demo', database: 'demo', table, targetVolume: 'cold' },
      goal: { kind: 'partitions', partitionIds: ['202401'] },
    },
  })
  const address = `/clusters/demo/migrations/${plan.id}`

  await test.step('its plan says that it will wait, and the started run waits', async () => {
    await page.goto(address)
    const approval = page.getByRole('region', { name: 'Approval' })
    await expect(approval).toContainText('Once started, it waits for the approval of 1 person.')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start' }).click()
    await expect(approval).toContainText('It waits for the approval of 1 person. Nothing has begun.')
    await expect(approval).toContainText('You planned, changed or started it.')
    await expect(approval.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expectFitsAndAccessible(page)
    await page.goto('/clusters/demo/activity')
    await expect(page.getByRole('row').filter({ hasText: table })).toContainText(
      `The approval of 1 person is missing (rule “${name}”).`,
    )
    expect(await countCold()).toEqual(nodes.map(() => 0))
  })

  await test.step('an operator approves it from the list', async () => {
    const context = await browser.newContext({ baseURL: run.url, storageState: run.people.operator.session })
    const second = await context.newPage()
    await second.goto('/approvals')
    await expect(second.getByRole('table', { name: 'Approval rules' })).toHaveCount(0)
    const row = second
      .getByRole('table', { name: 'Runs that wait for approval' })
      .getByRole('row')
      .filter({ hasText: table })
    await expect(row).toContainText('1 approval missing')
    await row.getByRole('button', { name: 'Approve' }).click()
    const dialog = second.getByRole('dialog', { name: `Approve: Tier migration of demo.${table}` })
    await expect(dialog).toContainText('It begins at once.')
    await dialog.getByLabel('Note').fill('Checked the disks.')
    await expectFitsAndAccessible(second)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(row).toHaveCount(0)
    await context.close()
  })

  await test.step('it begins and moves, and the audit log has the approval', async () => {
    await page.goto(address)
    await expect(heading).toContainText('completed', { timeout: 60_000 })
    expect((await countCold()).every((cold) => cold > 0)).toBe(true)
    await page.goto(`/admin/audit?q=${table}`)
    await expect(page.getByRole('row').filter({ hasText: 'approved the start of the run of' })).toContainText(
      run.people.operator.email,
    )
  })

  await test.step('the admin deletes the rule', async () => {
    await page.goto('/approvals')
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).click()
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toHaveCount(0)
  })
  for (const node of nodes) await node.run(`DROP TABLE demo.${table} SYNC`)
})
