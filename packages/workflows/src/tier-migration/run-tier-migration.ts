import { DBOS } from '@dbos-inc/dbos-sdk'
import { beginRun, type MigrationRun, StaleWriterError, settleRun } from '@frostline/db'
import { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { auditSettled } from './audit-settled.ts'
import { Lane } from './lane.ts'
import { runTierMigrationStep, type StepOutcome } from './run-step.ts'

/** Migrations that one worker drives at the same time; each has one lane a replica. */
export const MIGRATIONS_AT_ONCE = 8

/** One moves, the next one gets ready (see LaneGate). */
const STEPS_IN_A_LANE = 2

type LaneStepOutcome = StepOutcome | 'stale'

/** Outcomes after which the next partition of the replica is not begun. */
function endsLane(outcome: LaneStepOutcome | undefined): boolean {
  return outcome === 'lane-failed' || outcome === 'cancelled' || outcome === 'stale'
}

const infinitePatience = {
  retriesAllowed: true,
  intervalSeconds: 1,
  backoffRate: 1.5,
  maxAttempts: 1000,
} as const

/**
 * The durable workflow of one start of a tier migration: one lane (child workflow) a replica, in each lane the
 * replica's partitions one after the other in the order of the plan, then the end is settled from the ledger.
 *
 * DBOS checkpoints each finished step and starts the rest again on a live worker after a crash. Steps are
 * at-least-once: every one observes before it acts, and its ledger writes are fenced (see StaleWriterError), so a
 * second run of the same step is harmless. A step throws only when the database is away, and is then tried again.
 */
export function registerTierMigration(deps: WorkflowDeps) {
  const announcer = new ChangeAnnouncer(deps.db, (error) =>
    deps.log.warn({ error }, 'A change could not be announced; open pages will see it at their next refresh'),
  )

  const lane = DBOS.registerWorkflow(
    async (run: MigrationRun, nodeName: string): Promise<void> => {
      const stepIds = await DBOS.runStep(() => listOpenSteps(deps, run, nodeName), {
        name: 'list',
        ...infinitePatience,
      })
      const shared = new Lane(deps, run, nodeName)
      const underWay: Promise<LaneStepOutcome>[] = []
      // DBOS numbers steps as they are begun, so a replay must begin them in the same order: the next one is begun
      // only on the outcome of the one before the last, never on what happens to be finished.
      for (const stepId of stepIds) {
        if (underWay.length === STEPS_IN_A_LANE && endsLane(await underWay.shift())) break
        const step = DBOS.runStep(() => untilSettled(deps, announcer, shared, run, stepId), {
          name: 'move-partition',
          ...infinitePatience,
        })
        // Awaited later; until then a rejection must not count as unhandled.
        step.catch(() => undefined)
        underWay.push(step)
      }
      await Promise.all(underWay)
    },
    { name: 'tier-migration-lane' },
  )

  return DBOS.registerWorkflow(
    async (run: MigrationRun): Promise<void> => {
      const nodeNames = await DBOS.runStep(() => begin(deps, run), { name: 'begin', ...infinitePatience })
      if (nodeNames === null) return
      announcer.announce('tier-migration', run.migrationId)
      const lanes = []
      for (const nodeName of nodeNames)
        lanes.push(
          await DBOS.startWorkflow(lane, { workflowID: `${workflowIdOf(run)}/${nodeName}` })(run, nodeName),
        )
      for (const handle of lanes) await handle.getResult()
      await DBOS.runStep(() => settle(deps, run), { name: 'settle', ...infinitePatience })
      announcer.announce('tier-migration', run.migrationId)
    },
    { name: 'tier-migration' },
  )
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function workflowIdOf(run: MigrationRun): string {
  return `tier-migration/${run.migrationId}/${run.generation}`
}

async function begin(deps: WorkflowDeps, run: MigrationRun): Promise<string[] | null> {
  try {
    const migration = await beginRun(deps.db, run, deps.now())
    if (migration.status !== 'running' && migration.status !== 'cancelling') return null
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

async function listOpenSteps(deps: WorkflowDeps, run: MigrationRun, nodeName: string): Promise<string[]> {
  const steps = await deps.db.tierMigrationStep.findMany({
    where: { migrationId: run.migrationId, nodeName, status: { in: ['planned', 'running'] } },
    select: { id: true },
    orderBy: { ordinal: 'asc' },
  })
  return steps.map((step) => step.id)
}

async function untilSettled(
  deps: WorkflowDeps,
  announcer: ChangeAnnouncer,
  lane: Lane,
  run: MigrationRun,
  stepId: string,
): Promise<LaneStepOutcome> {
  try {
    return await runTierMigrationStep(deps, announcer, lane, run, stepId)
  } catch (error) {
    if (error instanceof StaleWriterError) return 'stale'
    deps.log.warn({ error, stepId, ...run }, 'A step was interrupted and will be taken up again')
    throw error
  }
}

async function settle(deps: WorkflowDeps, run: MigrationRun): Promise<void> {
  const status = await settleRun(deps.db, run, deps.now(), (tx, settled) => auditSettled(deps, tx, settled))
  deps.log.info({ ...run, status }, 'Tier migration settled')
}
