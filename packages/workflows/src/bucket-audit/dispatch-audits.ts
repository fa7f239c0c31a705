import type { BucketAuditRun } from '@frostline/db'
import { drivenAuditStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { bucketAuditWorkflowId } from './run-bucket-audit.ts'

const driven = { status: { in: [...drivenAuditStatuses] } }

export function createBucketAuditDispatcher(
  deps: WorkflowDeps,
  workflow: (run: BucketAuditRun) => Promise<void>,
): LedgerDispatcher<BucketAuditRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A bucket audit',
    mostAtOnce: 2,
    workflowIdOf: bucketAuditWorkflowId,
    workflow,
    async listDue() {
      const due = await deps.db.bucketAudit.findMany({
        where: driven,
        select: { id: true, starts: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, starts, recoveries }) => ({ run: { auditId: id, start: starts }, recoveries }))
    },
    async recover({ auditId, start }, giveUp) {
      await deps.db.bucketAudit.updateMany({
        where: { id: auditId, starts: start, ...driven },
        data:
          giveUp === null
            ? { starts: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
