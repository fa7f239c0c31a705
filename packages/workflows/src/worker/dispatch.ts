import { DBOS } from '@dbos-inc/dbos-sdk'
import { hasTurn, type MigrationRun } from '@frostline/db'
import { activeMigrationStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { MIGRATIONS_AT_ONCE, workflowIdOf } from '../tier-migration/run-tier-migration.ts'

type TierMigrationWorkflow = (run: MigrationRun) => Promise<void>

/** After this many workflows of one start that broke down, a person has to look: something is wrong with us. */
const MOST_RECOVERIES = 5

/**
 * The ledger is the queue: a verb that starts a migration only writes `queued`, in one transaction with its audit
 * entry. Here every migration that should have a live workflow gets one. The workflow id is made of the migration
 * and its generation, so that two workers, or a crash between the write and the start, still give exactly one run: of
 * two that start the same id at once, DBOS lets only the one run whose row came first.
 */
export class TierMigrationDispatcher {
  readonly #underWay = new Set<string>()

  constructor(
    private readonly deps: WorkflowDeps,
    private readonly workflow: TierMigrationWorkflow,
  ) {}

  async dispatch(): Promise<void> {
    const due = await this.deps.db.tierMigration.findMany({
      where: { status: { in: [...activeMigrationStatuses] } },
      select: { id: true, generation: true, recoveries: true, batchId: true },
      orderBy: { createdAt: 'asc' },
    })
    for (const { id, generation, recoveries, batchId } of due) {
      const run = { migrationId: id, generation }
      const status = await DBOS.getWorkflowStatus(workflowIdOf(run))
      // The next table of a batch takes no place among those that run at the same time before its turn.
      if (status === null && (batchId === null || (await hasTurn(this.deps.db, run)))) await this.#start(run)
      else if (status === null) continue
      else if (status.status !== 'PENDING' && status.status !== 'ENQUEUED' && status.status !== 'DELAYED')
        await recover(this.deps, run, recoveries, status.error)
    }
  }

  /** What does not fit stays queued, for another worker or for later. */
  async #start(run: MigrationRun): Promise<void> {
    if (this.#underWay.size >= MIGRATIONS_AT_ONCE) return
    const workflowID = workflowIdOf(run)
    const handle = await DBOS.startWorkflow(this.workflow, { workflowID })(run)
    this.#underWay.add(workflowID)
    handle
      .getResult()
      .catch((error: unknown) =>
        this.deps.log.error({ ...run, error }, 'A tier migration workflow ended with an error'),
      )
      .finally(() => this.#underWay.delete(workflowID))
  }
}

/** The workflow ended without settling its migration. A new generation starts over from observation. */
async function recover(
  deps: WorkflowDeps,
  run: MigrationRun,
  recoveries: number,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error ?? 'no reason given')
  const giveUp = recoveries >= MOST_RECOVERIES

  await deps.db.tierMigration.updateMany({
    where: {
      id: run.migrationId,
      generation: run.generation,
      status: { in: [...activeMigrationStatuses] },
    },
    data: giveUp
      ? {
          status: 'failed',
          finishedAt: deps.now(),
          error: `The worker could not carry it out: ${reason}. See its log, then retry.`,
        }
      : { generation: { increment: 1 }, recoveries: { increment: 1 } },
  })
}
