// `npm run bench`: ratios against bare SQL in the same run. See packages/workflows/bench.
import { setup, whyNoKeeper, whyNoReplicas } from './replicated-lab.mjs'
import { runSource } from './run-source.mjs'

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
