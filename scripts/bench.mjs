// `npm run bench`: ratios against bare SQL in the same run. See packages/workflows/bench. `npm run bench browser` and `npm run
// bench shifts` open the pages in a browser instead, see e2e/bench.
import { ensureBuilt, ensureGenerated, ensureInstalled, root } from './bootstrap.mjs'
import { findBrowser } from './browser.mjs'
import { setup, whyNoKeeper, whyNoReplicas } from './replicated-lab.mjs'
import { runSource } from './run-source.mjs'
import { runToEnd } from './run-to-end.mjs'

const inBrowser = ['browser', 'shifts'].filter((name) => process.argv.includes(name))
if (inBrowser.length > 0) await benchBrowser()
else await benchSources()

async function benchBrowser() {
  await ensureInstalled()
  await ensureGenerated()
  await ensureBuilt()
  process.exitCode = await runToEnd(
    ['npx', 'playwright', 'test', '--config', 'e2e/bench/playwright.config.ts', ...inBrowser],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, FROSTLINE_CHROMIUM: await findBrowser() },
    },
  )
}

async function benchSources() {
  // Takes minutes to fill, so only on request.
  const wantsReplicas = process.argv.includes('replication')
  const reason = wantsReplicas ? (whyNoReplicas() ?? whyNoKeeper()) : null
  if (reason) {
    console.error(`Cannot run the replication bench: ${reason}.`)
    process.exit(1)
  }
  const stopReplicas = wantsReplicas ? await setup() : undefined
  try {
    await runSource('packages/workflows/bench/main.ts')
  } finally {
    await stopReplicas?.()
  }
}
