import { openMigrationLab } from '../src/testing/migration-lab.ts'
import { benchMigration } from './migration.ts'
import { benchMoveExplain } from './move-explain.ts'
import { benchOverview } from './overview.ts'
import { benchPacing } from './pacing.ts'
import { benchPlanning } from './planning.ts'
import { type BenchRow, printTable } from './print-table.ts'

/**
 * `npm run bench`: what our work costs over bare SQL, as ratios of the same run on the same data. Seconds depend on
 * the machine and its neighbours; the ratios are what is to be compared. With names (`npm run bench migration`) only
 * those are run.
 */
const lab = await openMigrationLab({ shards: 1 })
const benches: Record<string, () => BenchRow[] | Promise<BenchRow[]>> = {
  planning: benchPlanning,
  migration: () => benchMigration(lab),
  overview: () => benchOverview(lab),
  explain: () => benchMoveExplain(lab),
  pacing: () => benchPacing(lab),
}
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in benches))
try {
  if (unknown.length > 0)
    throw new Error(`No bench is named ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`)
  await lab.startWorker()
  const rows: BenchRow[] = []
  for (const [name, bench] of Object.entries(benches))
    if (chosen.length === 0 || chosen.includes(name)) rows.push(...(await bench()))
  printTable(rows)
} finally {
  await lab.close()
}
