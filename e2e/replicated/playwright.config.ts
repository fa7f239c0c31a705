import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

/** `npm run test:replicated`: the pages of replication and zero-copy, on real replicas. */
export default defineConfig({
  ...tests,
  testDir: '.',
  outputDir: '../results/replicated',
  globalSetup: './start-replicas.ts',
  workers: 1,
  // Tests kill parts and wait for sessions with Keeper to end.
  timeout: 240_000,
  globalTimeout: 30 * 60_000,
  projects: [{ name: 'replicated' }],
})
