import { openMigrationLab } from '../src/testing/migration-lab.ts'
import { benchMigration } from './migration.ts'
import { benchOverview } from './overview.ts'
import { printTable } from './print-table.ts'

/**
 * `npm run bench`: what our work costs over bare SQL, as ratios of the same run on the same data. Seconds depend on
 * the machine and its neighbours; the ratios are what is to be compared.
 */
const lab = await openMigrationLab({ shards: 1 })
try {
  await lab.startWorker()
  printTable([...(await benchMigration(lab)), ...(await benchOverview(lab))])
} finally {
  await lab.close()
}
