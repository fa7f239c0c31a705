import { type MigrationLab, openMigrationLab } from '../src/testing/migration-lab.ts'
import { benchArchives } from './archives.ts'
import { benchBucketAudit } from './bucket-audit.ts'
import { benchCache } from './cache.ts'
import { benchLargeLoads, benchLoads } from './loads.ts'
import { benchManifest } from './manifest.ts'
import { benchMigration } from './migration.ts'
import { benchMoveExplain } from './move-explain.ts'
import { benchOrphans } from './orphans.ts'
import { benchPacing } from './pacing.ts'
import { benchPages } from './pages.ts'
import { benchPipeline } from './pipeline.ts'
import { benchPlanning } from './planning.ts'
import { type BenchRow, printTable } from './print-table.ts'
import { benchReplay } from './replay.ts'
import { benchReplication } from './replication.ts'
import { benchStartUp } from './start-up.ts'
import { benchTiers } from './tiers.ts'

type Bench = () => BenchRow[] | Promise<BenchRow[]>

/**
 * `npm run bench`: what our work costs over bare SQL, as ratios of the same run on the same data. Seconds depend on the
 * machine and its load, so compare the ratios. With names (`npm run bench migration`) only those run.
 */
const benches: Record<string, Bench> = {
  planning: benchPlanning,
  migration: onOneNode(benchMigration),
  pages: onOneNode(benchPages),
  startup: onOneNode(benchStartUp),
  explain: onOneNode(benchMoveExplain),
  cache: onOneNode(benchCache),
  bucket: benchBucketAudit,
  orphans: benchOrphans,
  tiers: onOneNode(benchTiers),
  replay: onOneNode(benchReplay),
  pacing: onOneNode(benchPacing),
  loads: benchLoads,
  'large-loads': benchLargeLoads,
  archives: benchArchives,
  manifest: benchManifest,
  pipeline: benchPipeline,
  replication: benchReplication,
}
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in benches))
if (unknown.length > 0)
  throw new Error(`No bench is named ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`)
for (const [name, bench] of Object.entries(benches)) {
  const rows = chosen.length === 0 || chosen.includes(name) ? await bench() : []
  if (rows.length > 0) printTable(rows)
}

/** Separate engines, so that no bench finds what another has left. */
function onOneNode(bench: (lab: MigrationLab) => Promise<BenchRow[]>): Bench {
  return async () => {
    const lab = await openMigrationLab({ shards: 1 })
    try {
      await lab.startWorker()
      return await bench(lab)
    } finally {
      await lab.close()
    }
  }
}
