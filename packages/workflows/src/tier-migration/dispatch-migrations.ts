import { hasTurn, type MigrationRun } from '@frostline/db'
import { activeMigrationStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { migrationWorkflowId } from './run-tier-migration.ts'

const active = { status: { in: [...activeMigrationStatuses] } }

export function createMigrationDispatcher(
  deps: WorkflowDeps,
  workflow: (run: MigrationRun) => Promise<void>,
): LedgerDispatcher<MigrationRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A tier migration',
    // Each has one lane a replica.
    mostAtOnce: 8,
    workflowIdOf: migrationWorkflowId,
    workflow,
    // The next table of a batch takes no place among those that run at the same time before its turn.
    mayStart: (run) => hasTurn(deps.db, run),
    async listDue() {
      const due = await deps.db.tierMigration.findMany({
        where: active,
        select: { id: true, generation: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, generation, recoveries }) => ({
        run: { migrationId: id, generation },
        recoveries,
      }))
    },
    async recover({ migrationId, generation }, giveUp) {
      await deps.db.tierMigration.updateMany({
        where: { id: migrationId, generation, ...active },
        data:
          giveUp === null
            ? { generation: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
