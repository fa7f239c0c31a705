import { existsSync } from 'node:fs'
import { defineConfig, devices, type ReporterDescription } from '@playwright/test'

const chromium = [
  process.env.FROSTLINE_CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path && existsSync(path))
const json: ReporterDescription[] = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json']] : []

const onPages = /(accessible|addresses|administer|headers|navigation|sign-in)\.spec/
const alone =
  /(alerts|apply-storage|figures|first-html|incident|node-away|orphans|progress|query-cold-and-warm|start-up)\.spec/
/** They use tables, objects and people of their own: no other journey is affected. */
const apart =
  /\/(audit|closed-doors|custom-roles|custom-rules|design-storage|generate-data|history|loads(-bad-rows)?|notes|pipeline|replay|sources|table-in-file|table-ttl-loss|teams)\.spec/
const secrets = /secrets\.spec/
/** `npm test` runs them as a stage of their own, beside tests that mostly wait. */
const runsAlone = Boolean(process.env.FROSTLINE_E2E_ALONE)

export default defineConfig({
  testDir: 'tests',
  outputDir: runsAlone ? 'results/alone' : 'results/console',
  globalSetup: './support/start-stack.ts',
  reporter: [['list'], ...json],
  // All journeys share one cluster, and one changes what the next one sees: one at a time per project.
  workers: 2,
  fullyParallel: false,
  // A test that passes only on retry has found a defect.
  retries: 0,
  forbidOnly: true,
  // Timeouts only end what hangs. A busy machine takes 40 s for a load that takes 12 s otherwise, and the whole of `npm
  // test` runs concurrently.
  timeout: 180_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Colour transitions test nothing, and each frame costs CPU time.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 40_000,
    screenshot: 'only-on-failure',
    // A failure shows its step, the page as text and a picture. Traces of all others took a fifth of the time.
    trace: 'off',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium refuses its sandbox to root, and containers rarely allow it.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    // They only read what journeys do not remove, so they run concurrently.
    { name: 'pages', testMatch: onPages, workers: 1 },
    { name: 'journeys', testIgnore: [onPages, apart, alone, secrets], workers: 1, teardown: 'secrets' },
    // Their worker is that of the pages, which end before the journeys.
    { name: 'apart', testMatch: apart, workers: 1 },
    // They stop nodes, slow down the store, empty whole caches, compare figures of the whole cluster, or wait for HTML
    // that is in time: nothing may run concurrently.
    {
      ...{ name: 'alone', testMatch: alone, workers: 1, teardown: 'secrets' },
      dependencies: runsAlone ? [] : ['pages', 'journeys', 'apart'],
    },
    // Searches for secrets in everything that the others left behind, also when one of them failed.
    { name: 'secrets', testMatch: secrets },
  ],
})
