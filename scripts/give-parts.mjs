// Starts parts for integration tests on given parts: see CONTRIBUTING.md.
import { ensureGenerated, ensureInstalled, root } from './bootstrap.mjs'
import { runToEnd } from './run-to-end.mjs'

// A shell sources its standard output, so the output of the earlier steps goes to standard error.
console.log = console.error
await ensureInstalled()
await ensureGenerated()
const program = 'packages/embedded/src/testing/give-parts.ts'
process.exitCode = await runToEnd([process.execPath, '--import', 'tsx', program, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
