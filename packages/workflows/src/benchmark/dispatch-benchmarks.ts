import type { BenchmarkRun } from '@frostline/db'
import { activeBenchmarkStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { benchmarkWorkflowId } from './run-benchmark.ts'

const driven = { status: { in: [...activeBenchmarkStatuses] } }

export function createBenchmarkDispatcher(
  deps: WorkflowDeps,
  workflow: (run: BenchmarkRun) => Promise<void>,
): LedgerDispatcher<BenchmarkRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A benchmark',
    mostAtOnce: 4,
    remedy: 'run it again',
    workflowIdOf: benchmarkWorkflowId,
    workflow,
    async listDue() {
      const due = await deps.db.benchmark.findMany({
        where: driven,
        select: { id: true, starts: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, starts, recoveries }) => ({
        run: { benchmarkId: id, start: starts },
        recoveries,
      }))
    },
    async recover({ benchmarkId, start }, giveUp) {
      await deps.db.benchmark.updateMany({
        where: { id: benchmarkId, starts: start, ...driven },
        data:
          giveUp === null
            ? { starts: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
