import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with each violation and where it is. The focus guards of an open popup are no content: they only turn Tab back. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-base-ui-focus-guard]')
    .options({ resultTypes: ['violations'] })
    // Without frames there is nothing to gather from a second page, which takes as long as the look itself.
    .setLegacyMode()
    .analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Nothing but what is meant to may scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(width, `pixels that ${page.url()} is wider than the screen`).toBe(0)
}
