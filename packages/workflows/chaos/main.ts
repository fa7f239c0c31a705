import { parseArgs } from 'node:util'
import { runChaos } from '../src/testing/chaos.ts'
import { runLoadChaos } from '../src/testing/load-chaos.ts'
import { openLoadLab } from '../src/testing/load-lab.ts'
import { openMigrationLab } from '../src/testing/migration-lab.ts'
import { runOnReplicas } from './run-on-replicas.ts'

/**
 * `npm run chaos [-- --work loads --kills 100 --seed 1]`: random kills during running tier migrations or loads, both by
 * default. `--work replicated` is both at once on real replicas. The same seed draws the same.
 */
const { values } = parseArgs({
  options: {
    work: { type: 'string', default: 'both' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed))
  throw new Error('Give --kills a whole number from 1 and --seed a whole number.')
if (!['migrations', 'loads', 'both', 'replicated'].includes(values.work))
  throw new Error('Give --work migrations, loads, both or replicated.')
const options = { seed, kills, report: (line: string) => console.log(line) }

async function tell(run: Promise<{ faults: string[] }>): Promise<void> {
  const report = await run
  console.log(JSON.stringify(report, null, 2))
  if (report.faults.length > 0) process.exitCode = 1
}

if (values.work === 'replicated') await tell(runOnReplicas(options))
if (values.work === 'migrations' || values.work === 'both') {
  const lab = await openMigrationLab({ shards: 2 })
  await tell(runChaos(lab, options)).finally(() => lab.close())
}
if (values.work === 'loads' || values.work === 'both') {
  const lab = await openLoadLab({ shards: 2 })
  await tell(runLoadChaos(lab, options)).finally(() => lab.close())
}
