// Runs one of our programs from source: `npm run bench`, `npm run chaos`.
import { ensureBuilt, ensureGenerated, ensureInstalled, root } from './bootstrap.mjs'
import { runToEnd } from './run-to-end.mjs'

/** Ends with the program's own exit code. */
export async function runSource(program) {
  await ensureInstalled()
  await ensureGenerated()
  // They start the built worker and web.
  await ensureBuilt()
  process.exitCode = await runToEnd(['npx', 'tsx', program, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
}
