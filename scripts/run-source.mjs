// A program of ours that runs from its sources: `npm run bench`, `npm run chaos`.
import { ensureBuilt, ensureGenerated, ensureInstalled, root } from './bootstrap.mjs'
import { runToEnd } from './run-to-end.mjs'

/** Ends with the program's own exit code. */
export async function runSource(program) {
  await ensureInstalled()
  await ensureGenerated()
  // They start worker and web as they are built.
  await ensureBuilt()
  process.exitCode = await runToEnd(['npx', 'tsx', program, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
}
