import { existsSync } from 'node:fs'
import { defineConfig, devices, type ReporterDescription } from '@playwright/test'

const chromium = [process.env.FROSTLINE_CHROMIUM, '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const json: ReporterDescription[] = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json']] : []

export default defineConfig({
  testDir: 'tests',
  outputDir: 'results',
  globalSetup: './support/start-stack.ts',
  reporter: [['list'], ...json],
  // All journeys share one cluster, and one changes what the next one sees.
  workers: 1,
  fullyParallel: false,
  // A test that passes at its second attempt tells of a defect.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Nothing is learned from watching colours fade, and each frame is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
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
  // Looks for secrets in all that the journeys left behind, also when one of them failed.
  projects: [
    { name: 'journeys', testIgnore: /secrets\.spec/, teardown: 'secrets' },
    { name: 'secrets', testMatch: /secrets\.spec/ },
  ],
})
