import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

/** `npm run bench browser`. */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../results',
  globalSetup: '../support/start-stack.ts',
  reporter: 'line',
  workers: 1,
  timeout: 60 * 60_000,
  globalTimeout: 2 * 60 * 60_000,
  projects: [{ name: 'browser', testMatch: /\.bench\.ts/ }],
})
