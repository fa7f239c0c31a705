import { expectAccessible } from '../support/accessible.ts'
import { planMove, startPlan } from '../support/planner.ts'
import { expect, test } from '../support/test.ts'
import { checksumPartitions, listHotPartitions, listParts } from '../support/trips.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

test('a running tier migration is paused, given another pace and another order, shortened, and resumed', async ({
  page,
  nodes,
}) => {
  const chosen = (await listHotPartitions(nodes)).slice(0, 3)
  const [node] = nodes
  if (!node || chosen.length < 3) throw new Error('The demo has too few hot partitions left.')
  const sums = await checksumPartitions(nodes)
  const inThreeDays = days[(new Date().getUTCDay() + 3) % 7] ?? ''
  const heading = page.getByRole('heading', { level: 1 })
  const pace = page.getByRole('region', { name: 'Pace' })
  const rows = page.getByRole('table', { name: 'Steps' }).getByRole('row')
  const stepRow = (partition: string) => rows.filter({ hasText: node.name }).filter({ hasText: partition })

  await planMove(page, chosen)
  await test.step('the pace is part of the plan and of its address', async () => {
    await page.getByRole('button', { name: 'Change rate limit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pace' })
    await dialog.getByRole('textbox', { name: /^Bandwidth per replica/ }).fill('0.01')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog).toContainText('Enter a number from 0.0625')
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: /^Bandwidth per replica/ }).fill('4')
    await dialog.getByRole('button', { name: 'Add hours' }).click()
    for (const day of days)
      if (day !== inThreeDays) await dialog.getByRole('checkbox', { name: day, exact: true }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog).toBeHidden()
    const plan = page.getByRole('region', { name: '3. Plan' })
    await expect(plan).toContainText('at most 4.00 MiB/s')
    await expect(plan).toContainText(`Only ${inThreeDays} 22:00 to 06:00 (next day), UTC.`)
    await expect(page).toHaveURL(/pace=/)
  })

  await test.step('it waits for its window, and is paused', async () => {
    await startPlan(page)
    await expect(pace).toContainText(`Waiting for its window. It opens ${inThreeDays}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(heading).toContainText('paused', { timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
    await expectAccessible(page)
  })

  const [, , last = ''] = chosen
  await test.step('the last step is skipped, included again, and put first', async () => {
    await page.getByRole('button', { name: `Open the step of ${last} on ${node.name}` }).click()
    const drawer = page.getByRole('dialog', { name: `${last} on ${node.name}` })
    await drawer.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Skip step' }).click()
    await expect(drawer).toContainText('skipped')
    await drawer.getByRole('button', { name: 'Restore step' }).click()
    await drawer.getByRole('button', { name: 'Run next' }).click()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(rows.nth(1)).toContainText(last)
  })

  await test.step('what is left can be read as a script, by node', async () => {
    await page.getByRole('button', { name: 'Show as SQL' }).click()
    const script = page.getByRole('region', { name: 'Script of the plan' })
    for (const each of nodes)
      await expect(script).toContainText(`-- On ${each.name}: 3 of ${3 * nodes.length} steps`)
    await expect(script).toContainText(
      `ALTER TABLE \`demo\`.\`trips_local\` MOVE PARTITION ID '${last}' TO VOLUME 'cold';`,
    )
    await page
      .getByRole('dialog', { name: 'Remaining statements' })
      .getByRole('button', { name: 'Close' })
      .click()
  })

  await test.step('it continues at another pace, and completes', async () => {
    await pace.getByRole('button', { name: 'Change rate limit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pace' })
    await dialog.getByRole('textbox', { name: /^Bandwidth per replica/ }).fill('')
    await dialog.getByRole('button', { name: 'Remove hours 1' }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(pace).toContainText('no rate limit')
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(heading).toContainText('completed', { timeout: 30_000 })
    await expect(stepRow(last)).toContainText(/completed.*identical/)
  })

  const moved = (await listParts(nodes)).filter(({ partitionId }) => chosen.includes(partitionId))
  expect(moved.every((part) => part.cold)).toBe(true)
  expect(await checksumPartitions(nodes)).toEqual(sums)
})
