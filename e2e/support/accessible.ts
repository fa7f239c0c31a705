import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const findViolations = readFileSync(new URL('find-violations.browser.js', import.meta.url), 'utf8')

/** Fails with each violation and where it is. */
export async function expectAccessible(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<void> {
  // A closing list or dialog stays in the page for some frames.
  await expect(page.locator('[data-closed], [data-ending-style]').filter({ visible: true })).toHaveCount(0)
  if (!(await page.evaluate<boolean>("'findViolations' in globalThis")))
    await page.evaluate(`${axe};${findViolations};undefined`)
  const found = await page.evaluate<{ id: string; help: string; at: string[] }[]>(
    `findViolations('${rules}')`,
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Only intended elements may scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Charts adapt to a new screen size a moment later.
  await expect
    .poll(
      () =>
        page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      { message: `pixels that ${page.url()} is wider than the screen` },
    )
    .toBe(0)
}

// Light and dark differ only in colours, narrow and wide only in layout: two of the four combinations show every fault.
// The page's content is checked on the narrow one; the journeys do so on the wide one.
const sizes = [
  { name: 'narrow', width: 390, height: 844, theme: 'dark' },
  { name: 'wide', width: 1280, height: 800, theme: 'light' },
] as const

/** Between the two, where the sidebar leaves the least room for a page. */
const medium = { width: 1024, height: 800 }

/** A narrow dark and then a wide light screen. @param open goes to the page; omitted, the page is already open. */
export async function expectFitsAndAccessible(page: Page, open?: () => Promise<void>): Promise<void> {
  for (const [index, { name, theme, ...viewport }] of sizes.entries())
    await test.step(name, async () => {
      if (index > 0) {
        await page.setViewportSize(medium)
        await expectNoSidewaysScroll(page)
      }
      if (index > 0 || !open) await stopTransitions(page)
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: theme })
      // The same visit, made wider, as when a tablet is turned.
      if (index === 0 && open) await open()
      else await colorsSettled(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, index === 0 ? 'all' : 'contrast')
    })
}

/**
 * A change of the theme starts a transition of each element, and of each of those in it when that has ended: on a page of
 * 6,000 elements these took longer than opening it. By CSSOM, since the Content-Security-Policy allows no style element.
 */
async function stopTransitions(page: Page) {
  await page.evaluate<unknown>(`if (!globalThis.withoutTransitions) {
    globalThis.withoutTransitions = new CSSStyleSheet()
    withoutTransitions.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(withoutTransitions)
  }`)
}

/**
 * An inherited colour starts a transition of its own when the previous one has ended: waits for two frames without any.
 */
async function colorsSettled(page: Page) {
  await page.evaluate<unknown>(`(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (let still = 0; still < 2; await frame()) {
      const moving = document.getAnimations().filter((each) => each instanceof CSSTransition)
      still = moving.length === 0 ? still + 1 : 0
      await Promise.allSettled(moving.map(({ finished }) => finished))
    }
  })()`)
}
