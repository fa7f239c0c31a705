// `npm run fuzz [-- --inputs 10000 --seed 1]`: hostile inputs to every procedure, through both doors, over engines of its own.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureGenerated, ensureInstalled, root } from './bootstrap.mjs'

const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
await ensureInstalled()
await ensureGenerated()
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'integration', 'packages/api/src/fuzz'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FROSTLINE_FUZZ_INPUTS: values.inputs, FROSTLINE_FUZZ_SEED: values.seed },
})
process.exitCode = status ?? 1
