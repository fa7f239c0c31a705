// `npm start`: installs, generates and builds what is missing or outdated, then starts everything and keeps it running.
import { ensureBuilt, ensureGenerated, ensureInstalled } from './bootstrap.mjs'
import { startReplicatedDemo } from './replicated-demo.mjs'
import { watchStarter } from './watch-starter.mjs'

await ensureInstalled()
await ensureGenerated()
await ensureBuilt()

const { register } = await import('tsx/esm/api')
register()
const { main } = await import('../packages/embedded/src/supervisor/main.ts')
let stopReplicas
try {
  if (process.env.FROSTLINE_DEMO === 'replicated') stopReplicas = await startReplicatedDemo()
  await main(watchStarter)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await stopReplicas?.()
}
