// FROSTLINE_DEMO=replicated: `npm start` on two shards of two real replicas with ZooKeeper, where the lab's
// requirements are met.
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { root } from './bootstrap.mjs'
import { startLab, whyNoKeeper, whyNoReplicas } from './replicated-lab.mjs'

/**
 * Starts the replicas with demo data and passes them to the product as a given cluster.
 * @returns stops them; their data is kept.
 */
export async function startReplicatedDemo(env = process.env) {
  if (env.FROSTLINE_CLICKHOUSE_URLS)
    throw new Error('Give FROSTLINE_CLICKHOUSE_URLS or FROSTLINE_DEMO=replicated, not both.')
  const reason = whyNoReplicas() ?? whyNoKeeper()
  if (reason) throw new Error(`FROSTLINE_DEMO=replicated cannot start: ${reason}.`)
  const dir = join(resolve(root, env.FROSTLINE_DATA_DIR || '.frostline'), 'replicated')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  console.log('  … Starting ZooKeeper and two shards of two replicas')
  const stop = await startLab(dir, { keep: true })
  try {
    const { nodes, users, clusterName, s3, frostline } = JSON.parse(
      readFileSync(join(dir, 'endpoints.json'), 'utf8'),
    )
    const { seedDemo } = await import('../packages/embedded/src/demo/seed-demo.ts')
    await seedDemo({
      ...{ cluster: { clusterName, nodes, users }, source: s3, replicated: true, tripsPerShard: 350_000 },
      report: (progress) => console.log(`  … Demo data: ${progress}`),
    })
    for (const [name, value] of Object.entries(frostline)) env[name] ??= value
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
