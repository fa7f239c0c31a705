import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.mjs'
import { labCount } from './scripts/replicated-lab.mjs'

const integration = ['{packages,apps}/**/*.integration.test.ts']
const replicated = ['packages/**/*.replicated.test.ts']

/** Each look is queries of the ledger and the nodes: looking twenty times a second took a tenth of the processor. */
const patientPoll = { timeout: 30_000, interval: 200 }

/** Two for each core, since files often wait for their nodes. Fewer where a file would have less than 4 GB of memory. */
const filesAtOnce = () => Math.max(2, Math.min(2 * availableParallelism(), Math.floor(totalmem() / 4e9), 8))

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias: { '@': new URL('apps/web/src', import.meta.url).pathname } },
        test: {
          name: 'unit',
          include: ['{packages,apps,scripts}/**/*.test.{ts,tsx}'],
          exclude: [
            ...integration,
            ...replicated,
            '**/*.azure.test.ts',
            '**/node_modules/**',
            '**/dist/**',
            '**/.next/**',
          ],
          // They take milliseconds; a property over any text takes seconds on a machine with forty others at work.
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          setupFiles: ['scripts/draw-properties.ts'],
          // Pure functions need no process of their own: most of the time went into loading the same modules again.
          isolate: false,
        },
      },
      {
        test: {
          name: 'integration',
          include: integration,
          exclude: ['**/node_modules/**', '**/dist/**', '**/.next/**'],
          setupFiles: ['scripts/draw-properties.ts'],
          // Limits end what hangs; a busy machine must not be taken for a fault.
          testTimeout: 180_000,
          hookTimeout: 240_000,
          expect: { poll: patientPoll },
          globalSetup: [
            'scripts/build-worker.mjs',
            'packages/embedded/src/testing/share-parts.ts',
            'packages/db/src/testing/share-schema.ts',
          ],
          isolate: false,
          // Nodes that are given are few: one file at a time has them.
          maxWorkers: process.env.FROSTLINE_TEST_CLICKHOUSE_URLS ? 1 : filesAtOnce(),
        },
      },
      {
        test: {
          name: 'replicated',
          include: replicated,
          testTimeout: 180_000,
          hookTimeout: 240_000,
          expect: { poll: patientPoll },
          globalSetup: [
            'scripts/build-worker.mjs',
            'packages/embedded/src/testing/share-parts.ts',
            'packages/db/src/testing/share-schema.ts',
            'scripts/replicated-lab.mjs',
          ],
          isolate: false,
          // Tests kill nodes and ZooKeeper of a lab: one file at a time has it.
          maxWorkers: labCount(),
        },
      },
      {
        test: {
          name: 'azure',
          include: ['packages/**/*.azure.test.ts'],
          testTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // Fetching the stores counts here too.
          hookTimeout: 600_000,
          globalSetup: ['scripts/build-worker.mjs'],
        },
      },
    ],
  },
})
