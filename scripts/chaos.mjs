// `npm run chaos`: tier migrations and loads while processes are killed at random. See packages/workflows/chaos.
import { ensureBuilt, ensureGenerated, ensureInstalled } from './bootstrap.mjs'
import { setup, whyNoKeeper, whyNoReplicas } from './replicated-lab.mjs'
import { runSource } from './run-source.mjs'

await ensureInstalled()
await ensureGenerated()
await ensureBuilt()
const onReplicas = process.argv.includes('replicated') || process.argv.includes('--work=replicated')
const reason = onReplicas ? (whyNoReplicas() ?? whyNoKeeper()) : null
if (reason) {
  console.error(`Chaos on replicas cannot run: ${reason}.`)
  process.exit(1)
}
const stopReplicas = onReplicas ? await setup() : undefined
try {
  await runSource('packages/workflows/chaos/main.ts')
} finally {
  await stopReplicas?.()
}
