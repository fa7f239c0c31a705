import type { Page } from '@playwright/test'
import { choose } from './choose.ts'

/** In the third step of a load. The table was created outside the console, which may have cached the list before. */
export async function chooseTable(page: Page, table: string): Promise<void> {
  await page.getByRole('radio', { name: /Existing table/ }).click()
  await page.getByRole('button', { name: 'Refresh Target' }).click()
  await choose(page.getByRole('combobox', { name: 'Table' }), table)
}
