import { setTimeout as sleep } from 'node:timers/promises'
import { ConsoleError } from './console-client.ts'
import { auditBucket, plantOrphan } from './pieces/audit-bucket.ts'
import { benchmarkTiers } from './pieces/benchmark-tiers.ts'
import { createPipeline } from './pieces/create-pipeline.ts'
import { loadArchive } from './pieces/load-archive.ts'
import { loadLateTrips } from './pieces/load-late-trips.ts'
import { migrateMonth } from './pieces/migrate-month.ts'
import { retryMigration } from './pieces/retry-migration.ts'
import { runSchedule } from './pieces/run-schedule.ts'
import { setTtl } from './pieces/set-ttl.ts'
import { warmUp } from './pieces/warm-up.ts'
import { NotAloneError, requireDemoAlone, type WorkContext } from './work-context.ts'

const ATTEMPTS = 3
const AGAIN_AFTER_MS = 3_000

/** Does what is missing of the demo work, once. A piece that fails does not keep others from being done. */
export async function doDemoWork(context: WorkContext): Promise<void> {
  const began = performance.now()
  const run = (name: string, work: (context: WorkContext) => Promise<void>) => doPiece(context, name, work)
  await run('orphan', plantOrphan)
  const moves = async () => {
    // The retried one waits for a minute between its attempts.
    await run('retried migration', retryMigration)
    await run('schedule', runSchedule)
  }
  const others = async () => {
    await run('pipeline', createPipeline)
    await run('archive', loadArchive)
    if (context.record.isDone('archive')) await run('ttl', setTtl)
    await run('warm-up', warmUp)
    await run('benchmark', benchmarkTiers)
  }
  await run('migration', migrateMonth)
  if (context.record.isDone('migration')) await run('late trips', loadLateTrips)
  await Promise.all([moves(), others()])
  if (context.record.isDone('orphan')) await run('audit', auditBucket)
  context.log(`All demo work was looked through in ${Math.round((performance.now() - began) / 1000)} s`)
}

async function doPiece(
  context: WorkContext,
  name: string,
  work: (context: WorkContext) => Promise<void>,
): Promise<void> {
  const { record, log } = context
  for (let attempt = 1; attempt <= ATTEMPTS && !record.isDone(name); attempt++) {
    const began = performance.now()
    try {
      await requireDemoAlone(context)
      await work(context)
      await record.finish(name)
      log(`${name}: done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    } catch (error) {
      log(`${name}: attempt ${attempt} of ${ATTEMPTS} failed: ${String(error)}`)
      if (error instanceof NotAloneError) return
      // A revoked token stays revoked.
      if (error instanceof ConsoleError && error.status === 401) return
      if (attempt < ATTEMPTS) await sleep(AGAIN_AFTER_MS)
    }
  }
}
