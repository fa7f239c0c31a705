// `npm run chaos`: tier migrations and loads while processes are killed at random. See packages/workflows/chaos.
import { ensureBuilt, ensureGenerated, ensureInstalled } from './bootstrap.mjs'
import { runSource } from './run-source.mjs'

await ensureInstalled()
await ensureGenerated()
await ensureBuilt()
await runSource('packages/workflows/chaos/main.ts')
