import { parseArgs } from 'node:util'
import { runChaos } from '../src/testing/chaos.ts'
import { runLoadChaos } from '../src/testing/load-chaos.ts'
import { openLoadLab } from '../src/testing/load-lab.ts'
import { openMigrationLab } from '../src/testing/migration-lab.ts'

/**
 * `npm run chaos [-- --work loads --kills 100 --seed 1]`: random kills against running tier migrations or loads, both by
 * default. The same seed draws the same.
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
if (!['migrations', 'loads', 'both'].includes(values.work))
  throw new Error('Give --work migrations, loads or both.')
const options = { seed, kills, report: (line: string) => console.log(line) }

async function tell(run: Promise<{ faults: string[] }>): Promise<void> {
  const report = await run
  console.log(JSON.stringify(report, null, 2))
  if (report.faults.length > 0) process.exitCode = 1
}

if (values.work !== 'loads') {
  const lab = await openMigrationLab({ shards: 2 })
  await tell(runChaos(lab, options)).finally(() => lab.close())
}
if (values.work !== 'migrations') {
  const lab = await openLoadLab({ shards: 2 })
  await tell(runLoadChaos(lab, options)).finally(() => lab.close())
}
