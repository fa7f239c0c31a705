import { readFileSync } from 'node:fs'
import { type Browser, test } from '@playwright/test'
import { connectNodes } from '../support/nodes.ts'
import { currentRun } from '../support/run.ts'
import { areas, prepareScreens } from '../support/screens.ts'
import { listHotPartitions } from '../support/trips.ts'

/** How often each page is opened at each width: `FROSTLINE_BENCH_RUNS=3 npm run bench shifts`. */
const runs = Number(process.env.FROSTLINE_BENCH_RUNS ?? 2)
const widths = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } }
/** Below this nobody sees it: a digit more in an age. */
const visible = 0.001

const watchPage = readFileSync(new URL('watch-page.browser.js', import.meta.url), 'utf8')

test('layout shifts of every page, with runs of every kind', async ({ browser }) => {
  const nodes = connectNodes(currentRun())
  const [hot = ''] = await listHotPartitions(nodes)
  await Promise.all(nodes.map(({ close }) => close()))
  const { screens } = await prepareScreens(hot)
  const paths = areas.flatMap((area) => screens[area].map(({ path }) => path))
  const found: string[] = []
  let visits = 0
  for (const path of paths)
    for (const [name, viewport] of Object.entries(widths)) {
      const seen = []
      for (let run = 0; run < runs; run++) seen.push(await visit(browser, path, viewport))
      visits += runs
      const worst = seen.toSorted((a, b) => a.shift - b.shift).at(-1)
      if (worst && worst.shift >= visible)
        found.push(
          `${worst.shift.toFixed(3)} ${name} ${path}\n${worst.moved
            .slice(0, 3)
            .map((what) => `      ${what}`)
            .join('\n')}`,
        )
    }
  console.log(
    `\n${visits} visits of ${paths.length} pages, in the HTML of a warm server. The largest shift of each page, from ${visible} on:\n${found.join('\n') || 'none'}`,
  )
})

async function visit(browser: Browser, path: string, viewport: { width: number; height: number }) {
  const { url, people } = currentRun()
  const context = await browser.newContext({ baseURL: url, storageState: people.admin.session, viewport })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPage)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
    return await page.evaluate<{ shift: number; moved: string[] }>('watched')
  } finally {
    await context.close()
  }
}
