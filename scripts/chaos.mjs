// `npm run chaos`: tier migrations and loads while processes are killed at random. See packages/workflows/chaos.
import { ensureBuilt, ensureGenerated, ensureInstalled } from './bootstrap.mjs'
import { setup, whyNoChaosOnReplicas, whyNoKeeper } from './replicated-lab.mjs'
import { runSource } from './run-source.mjs'

const onReplicas = process.argv.includes('replicated') || process.argv.includes('--work=replicated')
// Before anything is built.
const reason = onReplicas ? (whyNoChaosOnReplicas() ?? whyNoKeeper()) : null
if (reason) {
  console.error(`Cannot run chaos on replicas: ${reason}.`)
  process.exit(1)
}
// Uses the lab even where a cluster is given for the tests.
if (onReplicas) delete process.env.FROSTLINE_TEST_REPLICATED_URLS
await ensureInstalled()
await ensureGenerated()
await ensureBuilt()
const stopReplicas = onReplicas ? await setup() : undefined
try {
  await runSource('packages/workflows/chaos/main.ts')
} finally {
  await stopReplicas?.()
}
