import { test as base, type Page } from '@playwright/test'
import { captureResponses } from './capture-responses.ts'
import { type AdminNode, connectNodes } from './nodes.ts'
import { currentRun, type Role, type Run } from './run.ts'
import { watchConsole } from './watch-console.ts'

interface Options {
  /** Who is signed in; null for nobody. */
  role: Role | null
}

interface Fixtures {
  /** Browser console messages that a test provokes on purpose, such as a rejected request. */
  tolerate: (message: RegExp) => void
}

interface WorkerFixtures {
  run: Run
  /** Every ClickHouse node, queried directly as its administrator: the expected values for the screen. */
  nodes: readonly AdminNode[]
}

/** The first HTML has its controls already, but clicks and keys reach none before React has hydrated it. */
function openHydrated(page: Page): void {
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) }
  page.goto = async (...target) => {
    const response = await goto(...target)
    await untilHydrated(page)
    return response
  }
  page.reload = async (...options) => {
    const response = await reload(...options)
    await untilHydrated(page)
    return response
  }
}

async function untilHydrated(page: Page): Promise<void> {
  const isHydrated = `[...document.querySelectorAll('button, input, a[href], [role=gridcell], [role=combobox]')].every(
    (element) => Object.keys(element).some((key) => key.startsWith('__reactProps')),
  )`
  // A page that leads on ends the evaluation.
  await base.expect.poll(() => page.evaluate(isHydrated).catch(() => false), { timeout: 30_000 }).toBe(true)
}

export const test = base.extend<Options & Fixtures & { tolerated: RegExp[] }, WorkerFixtures>({
  role: ['operator', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  run: [async ({}, use) => use(currentRun()), { scope: 'worker' }],
  nodes: [
    async ({ run }, use) => {
      const nodes = connectNodes(run)
      await use(nodes)
      await Promise.all(nodes.map((node) => node.close()))
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        if (options?.javaScriptEnabled !== false) context.on('page', openHydrated)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ run }, use) => use(run.url),
  storageState: async ({ role, run }, use) =>
    use(role === null ? { cookies: [], origins: [] } : run.people[role].session),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  tolerated: async ({}, use) => use([]),
  tolerate: async ({ tolerated }, use) => use((message) => void tolerated.push(message)),
  page: async ({ page, tolerated, run }, use) => {
    const faults = watchConsole(page, tolerated)
    const settle = captureResponses(page, run)
    await use(page)
    await settle()
    base.expect(faults(), "the browser's console stays empty").toEqual([])
  },
})

export { expect } from '@playwright/test'
