// `npm run incidents`: incidents on real engines, and whether Explain finds their causes. See packages/workflows/incidents.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './bootstrap.mjs'
import { setup, whyNoChaosOnReplicas, whyNoKeeper } from './replicated-lab.mjs'
import { runSource } from './run-source.mjs'

const beside = join(root, '../shared/tools/replicated-lab')
if (!process.env.FROSTLINE_REPLICATED_LAB && existsSync(beside)) process.env.FROSTLINE_REPLICATED_LAB = beside
delete process.env.FROSTLINE_TEST_REPLICATED_URLS
const only = process.argv.find((_, index, all) => all[index - 1] === '--only')
const replicated = ['lagging replica', 'ZooKeeper away']
const wanted = only === undefined || only.split(',').some((name) => replicated.includes(name.trim()))
await ensureInstalled()
const reason = wanted ? (whyNoChaosOnReplicas() ?? whyNoKeeper()) : 'not asked for'
const stopReplicas = reason === null ? await setup() : undefined
if (reason !== null) process.env.FROSTLINE_INCIDENTS_NO_REPLICAS = reason
try {
  await runSource('packages/workflows/incidents/main.ts')
} finally {
  await stopReplicas?.()
}
