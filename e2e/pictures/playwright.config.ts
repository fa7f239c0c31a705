import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

/** `npm run pictures`: writes docs/images from the demo, as `npm start` shows it on its first day. */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../results',
  globalSetup: '../support/start-stack.ts',
  workers: 1,
  use: { ...tests.use, viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  projects: [{ name: 'pictures', testMatch: /\.pictures\.ts/ }],
})
