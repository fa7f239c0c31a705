import { expectAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { expect, test } from '../support/test.ts'
import { checksumPartitions, listParts, type PartRow } from '../support/trips.ts'

test('tables that match a pattern are planned as one, and moved back one after the other', async ({
  page,
  nodes,
}) => {
  const cold = (await listParts(nodes)).filter((part) => part.cold)
  const newest =
    cold
      .map(({ partitionId }) => partitionId)
      .sort()
      .at(-1) ?? ''
  const isDue = (part: PartRow) => part.partitionId >= newest && part.cold
  const due = cold.filter(isDue)
  expect(due.length).toBeGreaterThan(0)
  const sums = await checksumPartitions(nodes)

  await page.goto('/clusters/demo/migrations')
  await page.getByRole('link', { name: 'Move several tables' }).click()
  await expect(page.getByRole('heading', { name: 'Move several tables', level: 1 })).toBeVisible()
  await page.getByLabel('Table name pattern').fill('demo.trips_loc*')
  await page.getByRole('radio', { name: 'From a day on' }).click()
  await page.getByLabel('Day', { exact: true }).fill(`${newest.slice(0, 4)}-${newest.slice(4)}-01`)
  await choose(page.getByRole('combobox', { name: 'To volume' }), 'hot', { exact: true })
  const plan = page.getByRole('region', { name: '3. Plan' })
  const start = plan.getByRole('button', { name: /^Move .* of 1 table$/ })
  await expect(start).toBeEnabled()
  await expect(plan.getByRole('heading', { name: 'demo.trips_local' })).toBeVisible()
  await expectAccessible(page)

  await start.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('completed', { timeout: 40_000 })
  await expect(page.getByRole('region', { name: '1. demo.trips_local' })).toContainText('completed')
  await expectAccessible(page)
  expect((await listParts(nodes)).filter(isDue)).toEqual([])
  expect(await checksumPartitions(nodes)).toEqual(sums)
})
