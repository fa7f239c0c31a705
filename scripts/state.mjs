// `npm run state`: random edits of a settings file and of the console, with kills. See packages/workflows/state.
import { ensureGenerated, ensureInstalled, root } from './bootstrap.mjs'
import { runToEnd } from './run-to-end.mjs'

await ensureInstalled()
await ensureGenerated()
process.exitCode = await runToEnd(
  ['npx', 'tsx', 'packages/workflows/state/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
