import { setTimeout as sleep } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { beginMigration, type MigrationRun, StaleWriterError, settleMigration } from '@frostline/db'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { createAnnouncer, infinitePatience } from '../worker/ledger-workflow.ts'
import { auditSettled } from './audit-settled.ts'
import { driveLane, hasMore } from './drive-lane.ts'
import { Lane } from './lane.ts'
import { PartObjectsLookout } from './part-objects-lookout.ts'
import { pickUpArrivals } from './pick-up-arrivals.ts'
import { RunOrdersReader } from './run-orders.ts'

/**
 * The durable workflow of one start of a tier migration: it begins, drives one lane a replica, and is settled from the
 * ledger. The lanes are one step for DBOS, since the ledger itself says which partitions are open: a checkpoint of
 * each would say the same twice. DBOS starts what is unfinished again on a live worker after a crash. Every step
 * observes before it acts, and its ledger writes are fenced (see StaleWriterError), so a second run is harmless.
 */
export function registerTierMigration(deps: WorkflowDeps) {
  const announcer = createAnnouncer(deps)
  return DBOS.registerWorkflow(
    async (run: MigrationRun): Promise<void> => {
      const nodeNames = await DBOS.runStep(() => begin(deps, run), { name: 'begin', ...infinitePatience })
      if (nodeNames === null) return
      announcer.announce('tier-migration', run.migrationId)
      for (;;) {
        const orderVersion = await DBOS.runStep(() => drive(deps, announcer, run, nodeNames), {
          name: 'drive',
          ...infinitePatience,
        })
        const settled = await DBOS.runStep(() => settle(deps, run, orderVersion), {
          name: 'settle',
          ...infinitePatience,
        })
        if (settled !== 'reopened') break
      }
      announcer.announce('tier-migration', run.migrationId)
    },
    { name: 'tier-migration' },
  )
}

/** Inserts into a partition may go on for ever: a plan is not to run after them. */
const MOST_PICK_UPS = 3

/** Answers the version of the order up to which every lane is through; null when the run is not the current one. */
async function drive(
  deps: WorkflowDeps,
  announcer: ChangeAnnouncer,
  run: MigrationRun,
  nodeNames: readonly string[],
): Promise<number | null> {
  const orders = new RunOrdersReader(deps, run)
  try {
    for (let pickUps = 0; ; pickUps++) {
      const objects = new PartObjectsLookout()
      const lanes = nodeNames.map((name) => new Lane(deps, announcer, orders, run, name, objects))
      for (let open = lanes; open.length > 0; ) {
        const busy = new Set(open)
        await Promise.all(open.map((lane) => driveLane(lane, busy)))
        open = []
        for (const lane of lanes) if (await hasMore(lane)) open.push(lane)
      }
      if (pickUps === MOST_PICK_UPS || !(await pickUpArrivals(deps, run))) break
      announcer.announce('tier-migration', run.migrationId)
    }
    return (await orders.read()).orderVersion
  } catch (error) {
    if (error instanceof StaleWriterError) return null
    throw error
  }
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function migrationWorkflowId(run: MigrationRun): string {
  return `tier-migration/${run.migrationId}/${run.generation}`
}

async function begin(deps: WorkflowDeps, run: MigrationRun): Promise<string[] | null> {
  try {
    let migration = await beginMigration(deps.db, run, deps.now())
    while (migration === null) {
      await sleep(1000)
      migration = await beginMigration(deps.db, run, deps.now())
    }
    if (!['running', 'pausing', 'cancelling'].includes(migration.status)) return null
  } catch (error) {
    if (error instanceof StaleWriterError) return null
    throw error
  }
  const lanes = await deps.db.tierMigrationStep.findMany({
    where: { migrationId: run.migrationId },
    distinct: ['nodeName'],
    select: { nodeName: true },
    orderBy: { nodeName: 'asc' },
  })
  return lanes.map((step) => step.nodeName)
}

async function settle(deps: WorkflowDeps, run: MigrationRun, orderVersion: number | null) {
  const status = await settleMigration(deps.db, { ...run, orderVersion }, deps.now(), (tx, settled) =>
    auditSettled(deps, tx, settled),
  )
  deps.log.info({ ...run, status }, 'Tier migration settled')
  return status
}
