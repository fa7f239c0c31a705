import { parseArgs } from 'node:util'
import { runChaos } from '../src/testing/chaos.ts'
import { openMigrationLab } from '../src/testing/migration-lab.ts'

/** `npm run chaos [-- --kills 200 --seed 1]`: random kills against running migrations. The same seed draws the same. */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const kills = Number(values.kills)
const seed = Number(values.seed)
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed))
  throw new Error('Give --kills a whole number from 1 and --seed a whole number.')
const lab = await openMigrationLab({ shards: 2 })
try {
  const report = await runChaos(lab, { seed, kills, report: (line) => console.log(line) })
  console.log(JSON.stringify(report, null, 2))
  if (report.faults.length > 0) process.exitCode = 1
} finally {
  await lab.close()
}
