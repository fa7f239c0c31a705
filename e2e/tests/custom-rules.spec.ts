import { expectAccessible, expectFitsAndAccessible } from '../support/accessible.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

test('a custom rule over the history shows what holds now, fires, and resolves when it is changed', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const rules = page.getByRole('region', { name: 'Custom rules' })
  const rule = rules.getByRole('listitem', { name: 'Disk holds data' })

  await test.step('the form says for which disks the rule holds now', async () => {
    await page.goto('/alerts?tab=rules')
    await expect(rules).toContainText('No custom rules')
    await expectFitsAndAccessible(page)
    await rules.getByRole('button', { name: 'Add rule' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add a custom rule' })
    await form.getByLabel('Name').fill('Disk holds data')
    await expect(form.getByRole('combobox', { name: 'Cluster' })).toContainText('All clusters')
    await form.getByLabel('Metric').click()
    await page.getByRole('option', { name: 'Disk used (GiB)' }).click()
    await form.getByLabel('Threshold (GiB)').fill('lots')
    await form.getByRole('button', { name: 'Add rule' }).click()
    await expect(form.getByText('Enter a number.')).toBeVisible()
    await form.getByLabel('Threshold (GiB)').fill('0.1')
    await form.getByLabel('Over (minutes)').fill('5')
    await form.getByLabel('Fire after (seconds)').fill('0')
    await form.getByLabel('Resolve after (seconds)').fill('0')
    const now = form.getByRole('region', { name: 'Now' })
    // The worker takes a sample each minute.
    await expect
      .poll(
        async () => {
          await form.getByLabel('Over (minutes)').fill('6')
          await form.getByLabel('Over (minutes)').fill('5')
          return await now.textContent()
        },
        { timeout: 150_000 },
      )
      .toContain('shard-1-replica-1/default')
    await expect(now).toContainText('Now: holds for')
    await expect(now).toContainText('(last value of 5 minutes)')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add rule' }).click()
    await expect(rule).toContainText('Disk used above 0.1 GiB, last value of 5 minutes')
    await expect(rule).toContainText('All clusters · fires after 0 s, resolves after 0 s')
  })

  const title = 'Disk holds data: shard-1-replica-1/default'
  await test.step('its alert fires, with the figure and the limit', async () => {
    await expect(rule).toContainText('firing', { timeout: 60_000 })
    await expectFitsAndAccessible(page)
    await page.getByRole('tab', { name: 'Open' }).click()
    const row = page.getByRole('row').filter({ hasText: title })
    await expect(row).toContainText('warning, firing')
    await row.getByRole('button', { name: title }).click()
    await expect(page.getByRole('dialog', { name: title })).toContainText(
      /Disk used of shard-1-replica-1\/default is [\d.,]+ GiB, above 0\.1 GiB \(last value of 5 minutes\)\./,
    )
    await page.keyboard.press('Escape')
  })

  await test.step('with a threshold that nothing reaches, the alert resolves', async () => {
    await page.getByRole('tab', { name: 'Rules' }).click()
    await rule.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Change the rule Disk holds data' })
    await form.getByLabel('Threshold (GiB)').fill('1000000')
    await expect(form.getByRole('region', { name: 'Now' })).toContainText('Now: holds for 0 of')
    await form.getByRole('button', { name: 'Save rule' }).click()
    await expect(rule).toContainText('above 1,000,000 GiB')
    await expect(rule.getByText('firing')).toHaveCount(0, { timeout: 60_000 })
    const { body } = await callRest<{ alerts: { title: string }[] }>('GET', '/alerts?state=resolved')
    expect(body.alerts.map((alert) => alert.title)).toContain(title)
  })

  await test.step('the rule is removed', async () => {
    await rule.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove rule' }).click()
    await expect(rule).toHaveCount(0)
    await expect(rules).toContainText('No custom rules')
  })
})

test('a maintenance window is changed before it opens', async ({ page }) => {
  await page.goto('/alerts?tab=maintenance')
  await page.getByRole('button', { name: 'Add window' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add a maintenance window' })
  await form.getByLabel('Name').fill('Disk swap')
  await form.getByLabel('From (UTC)').fill('2099-01-01T02:00')
  await form.getByLabel('To (UTC)').fill('2099-01-01T03:00')
  await form.getByRole('button', { name: 'Add window' }).click()
  const window = page.getByRole('listitem', { name: 'Disk swap' })
  await expect(window).toContainText('2099-01-01 02:00 to 2099-01-01 03:00 UTC')
  await window.getByRole('button', { name: 'Edit' }).click()
  const change = page.getByRole('dialog', { name: 'Change Disk swap' })
  await expect(change.getByLabel('From (UTC)')).toHaveValue('2099-01-01T02:00')
  await change.getByLabel('To (UTC)').fill('2099-01-01T06:30')
  await change.getByRole('checkbox', { name: 'Custom rules' }).check()
  await change.getByRole('button', { name: 'Save window' }).click()
  await expect(window).toContainText('2099-01-01 02:00 to 2099-01-01 06:30 UTC')
  await expect(window).toContainText('Custom rules')
  await expectFitsAndAccessible(page)
  await window.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel window' }).click()
  await expect(window).toContainText('ended by')
})
