import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

const node = 'shard-1-replica-1'
const path = `/clusters/demo/nodes/${node}?tab=history`

const chartOf = (page: Page, title: string): Locator =>
  page.getByRole('figure', { name: `${title} over time`, exact: true })
const cursorOf = (page: Page, title: string): Locator =>
  page.getByRole('slider', { name: `${title} over time: time`, exact: true })

/** Until the worker has taken two samples, there are no rates. */
async function waitForSamples(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { body } = await callRest<{ points: { figures: object | null }[] }>(
          'GET',
          `/clusters/demo/history/nodes/${node}?range=1h`,
        )
        return body.points.some(({ figures }) => figures)
      },
      { timeout: 170_000 },
    )
    .toBe(true)
}

/** Selects the last third of a chart with the pointer: the samples of this run are there. */
async function dragOver(page: Page, chart: Locator): Promise<void> {
  const picture = chart.locator('svg.recharts-surface').first()
  await picture.scrollIntoViewIfNeeded()
  const box = await picture.boundingBox()
  if (!box) throw new Error('The chart is not drawn.')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.7, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, y, { steps: 5 })
  await page.mouse.move(box.x + box.width * 0.99, y, { steps: 5 })
  await page.mouse.up()
}

test('one range for all charts of a page: in the address, zoomed by dragging, undone by Back', async ({
  page,
}) => {
  await waitForSamples()
  await page.goto(path)
  await page.getByRole('combobox', { name: 'Time range' }).click()
  await page.getByRole('option', { name: 'Last hour' }).click()
  await expect(page).toHaveURL(/[?&]range=1h/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveText('Last hour')
  const [requests, hitRatio] = [cursorOf(page, 'Requests to object storage'), cursorOf(page, 'Hit ratio')]
  const pointsOf = async (cursor: Locator) => Number(await cursor.getAttribute('aria-valuemax')) + 1
  await expect.poll(() => pointsOf(requests)).toBeGreaterThan(50)
  await expect.poll(() => pointsOf(hitRatio)).toBeGreaterThan(50)
  await expectAccessible(page)

  await dragOver(page, chartOf(page, 'Requests to object storage'))
  await expect(page).toHaveURL(/[?&]from=\d{4}-\d\d-\d\dT\d\d%3A\d\d&to=/)
  const zoomed = page.url()
  for (const cursor of [requests, hitRatio, cursorOf(page, 'Parts'), cursorOf(page, 'default')])
    await expect.poll(() => pointsOf(cursor)).toBeLessThan(30)
  await page.reload()
  await expect.poll(() => pointsOf(requests)).toBeLessThan(30)
  expect(page.url()).toBe(zoomed)
  await expect(
    page.getByRole('textbox', { name: 'From (UTC)' }).or(page.getByLabel('From (UTC)')),
  ).toHaveValue(new URL(zoomed).searchParams.get('from') ?? 'none')
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page).not.toHaveURL(zoomed)
  await page.goBack()
  await expect(page).toHaveURL(zoomed)
  await page.goBack()
  await expect(page).toHaveURL(/range=1h/)
  await expect.poll(() => pointsOf(hitRatio)).toBeGreaterThan(50)
})

test('a chart is read and zoomed by keys', async ({ page }) => {
  await waitForSamples()
  await page.goto(`${path}&range=1h`)
  const parts = cursorOf(page, 'Parts')
  await parts.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(parts).toHaveAttribute('aria-valuetext', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: Parts /)
  for (const _ of Array.from({ length: 10 })) await page.keyboard.press('Shift+ArrowLeft')
  await expect(parts).toHaveAttribute('aria-valuetext', /Selected: .* to /)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]from=/)
  const address = new URL(page.url())
  const minute = (name: string) => Date.parse(`${address.searchParams.get(name)}Z`) / 60_000
  expect(minute('to') - minute('from')).toBe(11)
})

test('bytes by tier on Overview, of a table, and the disks with their forecast, as the API has them', async ({
  page,
}) => {
  await waitForSamples()
  await page.goto('/clusters/demo/overview')
  const panel = page.getByRole('region', { name: 'Bytes by tier over time' })
  // The samples are those of this run: most of the day has none.
  await panel.getByRole('button', { name: 'Zoom to last hour' }).click()
  await expect(page).toHaveURL(/[?&]range=1h/)
  await expect(panel.getByRole('button', { name: 'Zoom to' })).toHaveCount(0)
  const { body } = await callRest<{ points: { figures: { hotBytes: string } | null }[] }>(
    'GET',
    '/clusters/demo/history/tiers?range=1h',
  )
  expect(Number(body.points.findLast(({ figures }) => figures)?.figures?.hotBytes)).toBeGreaterThan(0)
  await expect(panel).toContainText('in this range')
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('demo-tiers.csv')

  await page.goto('/clusters/demo/storage?range=1h')
  const disks = page.getByRole('region', { name: 'Disks over time' })
  await expect(disks.getByRole('figure', { name: 'default over time' })).toBeVisible()
  await expect(disks).toContainText('A forecast needs six hours of samples.')
  await expect(disks).toContainText('No limit.')
  await expectAccessible(page)

  await page.goto('/clusters/demo/tables/demo/trips_local?tab=history')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('in this range')
  await expect(history.getByRole('figure', { name: 'Hot and cold parts over time' })).toBeVisible()
  await expectAccessible(page)
})
