import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'
import { checksumPartitions, listHotPartitions, listParts } from '../support/trips.ts'

/** The first day of the month after a partition of `toYYYYMM`. */
function dayAfter(partitionId: string): string {
  const month = new Date(Date.UTC(Number(partitionId.slice(0, 4)), Number(partitionId.slice(4)), 1))
  return month.toISOString().slice(0, 10)
}

test('tables that fit a pattern are planned as one, and moved one after the other', async ({
  page,
  nodes,
}) => {
  const [oldest = ''] = await listHotPartitions(nodes)
  const isDue = ({ partitionId, cold }: { partitionId: string; cold: boolean }) =>
    partitionId <= oldest && !cold
  const due = (await listParts(nodes)).filter(isDue)
  expect(due.length).toBeGreaterThan(0)
  const sums = await checksumPartitions(nodes)

  await page.goto('/clusters/demo/migrations')
  await page.getByRole('link', { name: 'Move several tables' }).click()
  await expect(page.getByRole('heading', { name: 'Move several tables', level: 1 })).toBeVisible()
  await page.getByLabel('And all that fit a pattern').fill('demo.trips_loc*')
  await page.getByLabel('Day', { exact: true }).fill(dayAfter(oldest))
  await page.getByRole('combobox', { name: 'To volume' }).click()
  await page.getByRole('option', { name: 'cold', exact: true }).click()
  const plan = page.getByRole('region', { name: '3. Plan' })
  const start = plan.getByRole('button', { name: /^Move .* of 1 table$/ })
  await expect(start).toBeEnabled()
  await expect(plan.getByRole('heading', { name: 'demo.trips_local' })).toBeVisible()
  await expectAccessible(page)

  await start.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start moving' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('completed', { timeout: 40_000 })
  await expect(page.getByRole('region', { name: '1. demo.trips_local' })).toContainText('completed')
  await expectAccessible(page)
  expect((await listParts(nodes)).filter(isDue)).toEqual([])
  expect(await checksumPartitions(nodes)).toEqual(sums)
})
