import { existsSync } from 'node:fs'
import { defineConfig, devices, type ReporterDescription } from '@playwright/test'

const chromium = [
  process.env.FROSTLINE_CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path && existsSync(path))
const json: ReporterDescription[] = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json']] : []

const onPages = /(accessible|addresses|administer|headers|sign-in)\.spec/
const alone = /(alerts|apply-storage|figures|node-away|orphans|progress|query-cold-and-warm|start-up)\.spec/
/** Of tables and objects of their own: nothing that a journey looks at changes. */
const loads = /loads(-bad-rows)?\.spec/
const secrets = /secrets\.spec/

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  globalSetup: './support/start-stack.ts',
  reporter: [['list'], ...json],
  // All journeys share one cluster, and one changes what the next one sees: of a project one runs at a time.
  workers: 2,
  fullyParallel: false,
  // A test that passes at its second attempt tells of a defect.
  retries: 0,
  forbidOnly: true,
  // Limits end what hangs. A busy machine takes 40 s for a load that it does in 12 s at rest, and the whole of `npm test` runs beside these.
  timeout: 180_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Nothing is learned from watching colours fade, and each frame is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 40_000,
    screenshot: 'only-on-failure',
    // A failure tells its step, the page as text and a picture. Recording all the others took a fifth of the time.
    trace: 'off',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium refuses its sandbox to root, and containers seldom let it have one.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    // Only look, at what journeys do not take away: they run beside them.
    { name: 'pages', testMatch: onPages, workers: 1 },
    { name: 'journeys', testIgnore: [onPages, loads, alone, secrets], workers: 1, teardown: 'secrets' },
    // The pages end before the journeys: these take their worker.
    { name: 'loads', testMatch: loads, workers: 1 },
    // Stop nodes, slow down the store, empty whole caches, or compare with figures of the whole cluster: nothing may run beside them.
    { name: 'alone', testMatch: alone, workers: 1, dependencies: ['pages', 'journeys', 'loads'] },
    // Looks for secrets in all that the others left behind, also when one of them failed.
    { name: 'secrets', testMatch: secrets },
  ],
})
