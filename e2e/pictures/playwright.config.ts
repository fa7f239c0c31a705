import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

/**
 * `npm run pictures` writes docs/images from the demo, as `npm start` shows it on its first day. `npm run texts` writes
 * the text of all pages and dialogs to e2e/results/texts.txt, to read it in one go. `npm run contact-sheet` writes
 * pictures of all pages in all sizes, themes and states to e2e/results/contact-sheet.
 */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../results',
  globalSetup: '../support/start-stack.ts',
  workers: 1,
  use: { ...tests.use, viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  projects: [
    { name: 'pictures', testMatch: /\.pictures\.ts/ },
    { name: 'texts', testMatch: /texts\.ts/ },
    { name: 'contact-sheet', testMatch: /contact-sheet\.ts/ },
  ],
})
