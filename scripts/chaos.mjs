// `npm run chaos`: tier migrations while processes are killed at random. See packages/workflows/chaos.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, root } from './bootstrap.mjs'

await ensureInstalled()
for (const command of [
  ['npm', 'run', '--silent', 'generate'],
  ['npx', 'tsx', 'packages/workflows/chaos/main.ts', ...process.argv.slice(2)],
]) {
  const [program, ...args] = command
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
