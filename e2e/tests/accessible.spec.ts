import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { areas, openScreen, prepareScreens } from '../support/screens.ts'
import { test } from '../support/test.ts'
import { listHotPartitions } from '../support/trips.ts'

test.use({ role: 'admin' })

// Light and dark differ in nothing but colours, narrow and wide in what is laid out: two of the four see every fault. What
// stands on the page is looked at where it is narrow; the journeys do so where it is wide.
const sizes = [
  { name: 'narrow', width: 390, height: 844, theme: 'dark' },
  { name: 'wide', width: 1280, height: 800, theme: 'light' },
] as const

/** A colour that is inherited on its way begins a way of its own when that one has ended: two frames without any. */
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

let prepared: Awaited<ReturnType<typeof prepareScreens>>
test.beforeAll(async ({ nodes }) => {
  const [hot = ''] = await listHotPartitions(nodes)
  prepared = await prepareScreens(hot)
})
test.afterAll(() => prepared.clear())

for (const area of areas)
  test(`every page of ${area} fits a narrow dark and a wide light screen and is accessible`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    for (const { path, heading } of prepared.screens[area]) {
      for (const [index, { name, theme, ...viewport }] of sizes.entries()) {
        await test.step(`${path}, ${name}`, async () => {
          await page.setViewportSize(viewport)
          await page.emulateMedia({ colorScheme: theme })
          // The same visit, made wider: what a person sees who turns a tablet.
          if (index === 0) await openScreen(page, path, heading)
          else await colorsSettled(page)
          await expectNoSidewaysScroll(page)
          await expectAccessible(page, index === 0 ? 'all' : 'contrast')
        })
      }
    }
  })
