import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'
import { database, table, tablePath } from '../support/trips.ts'

test('a cluster without replicated tables says so, and no node has a figure that was not queried', async ({
  page,
}) => {
  await page.goto('/clusters/demo/replication')
  await expect(page.getByRole('heading', { name: 'Replication', level: 1 })).toBeVisible()
  await expect(page.getByText('No replicated tables')).toBeVisible()
  const nodes = page.getByRole('table', { name: 'Replication by node' }).getByRole('row')
  await expect(nodes.filter({ hasText: 'not used' })).toHaveCount((await nodes.count()) - 1)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('a table that is not replicated has nothing to repair', async ({ page }) => {
  // The tab's URL leads to the first one.
  await page.goto(`${tablePath}?tab=replication`)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Partitions')
  await expect(page.getByRole('tab', { name: 'Replication' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Sync|Restart|Restore|Drop) / })).toHaveCount(0)
  await expectAccessible(page)
})

test('a table that is not replicated cannot be taken off zero-copy replication, and an unknown exit is reported', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 40[04]/)
  await page.goto(`${tablePath}/leave-zero-copy`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('off zero-copy replication')
  const reason = `${database}.${table} is not a replicated table on any node.`
  await expect(page.getByText(reason, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save the plan' })).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  const id = '00000000-0000-7000-8000-000000000000'
  await page.goto(`/clusters/demo/replication/zero-copy-exits/${id}`)
  await expect(
    page.getByText(`There is no exit from zero-copy replication ${id}.`, { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
})
