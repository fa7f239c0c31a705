import { expect, type Page } from '@playwright/test'
import { cellName, database, table, tablePath } from './trips.ts'

/** Selects partitions on the map of the demo's trips like a user: one by a click, more with Ctrl. */
export async function selectOnMap(page: Page, partitionIds: readonly string[]): Promise<void> {
  const map = page.getByRole('grid', { name: `Partitions of ${database}.${table}` })
  for (const [index, id] of partitionIds.entries()) {
    const cell = map.getByRole('gridcell', { name: cellName(id) })
    await cell.click(index === 0 ? {} : { modifiers: ['ControlOrMeta'] })
    await expect(cell).toHaveAttribute('aria-selected', 'true')
  }
}

/** Goes from the page of the demo's trips to a plan on the screen; nothing is started. */
export async function planMove(page: Page, partitionIds: readonly string[], volume = 'cold'): Promise<void> {
  await page.goto(tablePath)
  await selectOnMap(page, partitionIds)
  await page.getByRole('link', { name: `Move ${partitionIds.length} selected` }).click()
  await expect(
    page.getByRole('heading', { name: 'Move partitions of demo.trips_local', level: 1 }),
  ).toBeVisible()
  await page.getByRole('radio', { name: new RegExp(`^${volume}\\b`) }).click()
  await expect(
    page.getByRole('region', { name: '3. Plan' }).getByRole('list', { name: 'Checks' }),
  ).toBeVisible()
}

/** Starts the plan on the screen; returns the id of the tier migration whose page opens. */
export async function startPlan(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Move .* in \d+ steps?$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start' }).click()
  await page.waitForURL(/\/migrations\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1) ?? ''
}
