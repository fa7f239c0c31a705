import { type RunRef, recoverRun } from '@frostline/db'
import { drivenRunStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { driveRun, endRun, orderOfWorker } from './carry-out-run.ts'
import type { WorkOfKind } from './work-of-kind.ts'

/** The durable workflow of a kind, and what finds its runs in the ledger. */
export function createRunDispatcher(deps: WorkflowDeps, work: WorkOfKind): LedgerDispatcher<RunRef> {
  const { kind, maxAtOnce, remedy, mayBegin } = work
  const noun = `A run (${kind})`
  return new LedgerDispatcher(deps, {
    noun,
    maxAtOnce,
    ...(remedy === undefined ? {} : { remedy }),
    ...(mayBegin === undefined ? {} : { mayStart: (ref: RunRef) => mayBegin(deps.db, ref) }),
    workflowIdOf: ({ id, generation }) => `${kind}/${id}/${generation}`,
    workflow: registerLedgerWorkflow<RunRef>(deps, {
      name: kind,
      noun,
      drive: (announcer, ref) => driveRun(deps, announcer, work, ref),
      settle: (announcer, ref) => endRun(deps, announcer, work, ref),
    }),
    async listDue() {
      await work.releaseDue?.(deps)
      const due = await deps.db.run.findMany({
        where: { kind, status: { in: [...drivenRunStatuses] } },
        select: { id: true, generation: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, generation, recoveries }) => ({ run: { kind, id, generation }, recoveries }))
    },
    recover: (ref, giveUp) => recoverRun(deps.db, ref, { ...orderOfWorker(deps), why: giveUp }),
  })
}
