import { parseArgs } from 'node:util'
import { openArchiveLab } from '../src/testing/archive-lab.ts'
import { runArchiveChaos } from '../src/testing/archives/archive-chaos.ts'
import { tripTables } from '../src/testing/archives/trip-tables.ts'

/**
 * `npm run archives [-- --tables 500 --kills 100 --seed 1]`: archives and restores random tables, then others while processes
 * are killed. The same seed draws the same. `--from 37 --tables 1 --kills 0` is one table again.
 */
const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '500' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
})
const { tables, kills, seed, from } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
) as Record<keyof typeof values, number>
if (![tables, kills, seed, from].every((value) => Number.isInteger(value) && value >= 0))
  throw new Error('Give --tables, --kills, --seed and --from whole numbers.')
const report = (line: string) => console.log(line)
const lab = await openArchiveLab({ shards: 2 })
try {
  const reports = [
    ...(tables > 0 ? [await tripTables(lab, { tables, seed, from, report })] : []),
    ...(kills > 0 ? [await runArchiveChaos(lab, { seed, kills, report })] : []),
  ]
  console.log(JSON.stringify(reports, null, 2))
  if (reports.some(({ faults }) => faults.length > 0)) process.exitCode = 1
} finally {
  await lab.close()
}
