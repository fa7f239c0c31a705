import { expectAccessible } from '../support/accessible.ts'
import { figure } from '../support/figures.ts'
import { planMove } from '../support/planner.ts'
import { expect, test } from '../support/test.ts'
import { checksumPartitions, database, listParts, table } from '../support/trips.ts'

test('a plan is approved by a second person, run, deep-checked, and reported', async ({
  page,
  browser,
  nodes,
  run,
}) => {
  test.setTimeout(120_000)
  // Moved back, so that later journeys find as many hot partitions as before.
  const cold = (await listParts(nodes)).filter((part) => part.cold)
  const [chosen = ''] = cold
    .map(({ partitionId }) => partitionId)
    .sort()
    .reverse()
  const sums = await checksumPartitions(nodes)
  const heading = page.getByRole('heading', { level: 1 })

  await test.step('its author requests a review and cannot approve it', async () => {
    await planMove(page, [chosen], 'hot')
    await page.getByRole('button', { name: 'Save as plan' }).click()
    await expect(heading).toContainText('planned')
    const review = page.getByRole('region', { name: 'Review' })
    await review.getByRole('button', { name: 'Send for review' }).click()
    await expect(review).toContainText('waits for review')
    await expect(review).toContainText('another operator or an admin must decide')
    await expect(review.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('an admin approves it with a note, which the author sees', async () => {
    const context = await browser.newContext({
      baseURL: run.url,
      storageState: run.people.admin.session,
    })
    const second = await context.newPage()
    await second.goto(page.url())
    const review = second.getByRole('region', { name: 'Review' })
    await review.getByLabel('Note').fill('Read every day again.')
    await review.getByRole('button', { name: 'Approve' }).click()
    await expect(review).toContainText('approved')
    await context.close()
    const seen = page.getByRole('region', { name: 'Review' })
    await expect(seen).toContainText('Read every day again.')
    await expect(seen).toContainText(run.people.admin.email)
  })

  await test.step('it moves what the plan said', async () => {
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start' }).click()
    await expect(heading).toContainText('completed', { timeout: 30_000 })
    const parts = (await listParts(nodes)).filter(({ partitionId }) => partitionId === chosen)
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.filter((part) => part.cold)).toEqual([])
  })

  await test.step('every part is read back, on every node', async () => {
    await page.getByRole('button', { name: 'Run deep check' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(`of ${database}.${table} back from hot`)
    await dialog.getByRole('button', { name: 'Run deep check' }).click()
    await expect(heading).toContainText('deep check')
    await expect(heading).toContainText('completed', { timeout: 60_000 })
    const progress = page.getByRole('region', { name: 'Progress' })
    await expect(figure(progress, 'Deep checks passed')).toHaveText(String(nodes.length))
    await expectAccessible(page)
    expect(await checksumPartitions(nodes)).toEqual(sums)
  })

  await test.step('the report has everything on one page', async () => {
    await page.goto(`/api/reports/${page.url().split('/').at(-1)}`)
    await expect(heading).toContainText(`${database}.${table}`)
    for (const { name } of nodes) await expect(page.getByText(name).first()).toBeVisible()
    await expect(page.getByText(chosen).first()).toBeVisible()
    await expectAccessible(page)
  })
})
