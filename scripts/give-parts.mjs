// Parts for a run of the integration tests on what is given: see CONTRIBUTING.md.
import { ensureGenerated, ensureInstalled, root } from './bootstrap.mjs'
import { runToEnd } from './run-to-end.mjs'

// What it prints is sourced by a shell: what the steps before say goes beside it.
console.log = console.error
await ensureInstalled()
await ensureGenerated()
const program = 'packages/embedded/src/testing/give-parts.ts'
process.exitCode = await runToEnd([process.execPath, '--import', 'tsx', program, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
