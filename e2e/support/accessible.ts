import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const findViolations = readFileSync(new URL('find-violations.browser.js', import.meta.url), 'utf8')

/** Fails with each violation and where it is. */
export async function expectAccessible(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<void> {
  // A list or a dialog that is closing stands in the page for some frames more.
  await expect(page.locator('[data-closed], [data-ending-style]').filter({ visible: true })).toHaveCount(0)
  if (!(await page.evaluate<boolean>("'findViolations' in globalThis")))
    await page.evaluate(`${axe};${findViolations};undefined`)
  const found = await page.evaluate<{ id: string; help: string; at: string[] }[]>(
    `findViolations('${rules}')`,
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Nothing but what is meant to may scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Charts follow a new size of the screen a moment later.
  await expect
    .poll(
      () =>
        page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      { message: `pixels that ${page.url()} is wider than the screen` },
    )
    .toBe(0)
}
