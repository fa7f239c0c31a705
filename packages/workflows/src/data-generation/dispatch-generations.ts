import type { GenerationRun } from '@frostline/db'
import { activeGenerationStatuses } from '@frostline/domain'
import type { WorkflowDeps } from '../deps.ts'
import { LedgerDispatcher } from '../worker/ledger-dispatcher.ts'
import { generationWorkflowId } from './run-generation.ts'

const active = { status: { in: [...activeGenerationStatuses] } }

export function createGenerationDispatcher(
  deps: WorkflowDeps,
  workflow: (run: GenerationRun) => Promise<void>,
): LedgerDispatcher<GenerationRun> {
  return new LedgerDispatcher(deps, {
    noun: 'A data generation',
    mostAtOnce: 4,
    workflowIdOf: generationWorkflowId,
    workflow,
    async listDue() {
      const due = await deps.db.dataGeneration.findMany({
        where: active,
        select: { id: true, starts: true, recoveries: true },
        orderBy: { createdAt: 'asc' },
      })
      return due.map(({ id, starts, recoveries }) => ({
        run: { generationId: id, start: starts },
        recoveries,
      }))
    },
    async recover({ generationId, start }, giveUp) {
      await deps.db.dataGeneration.updateMany({
        where: { id: generationId, starts: start, ...active },
        data:
          giveUp === null
            ? { starts: { increment: 1 }, recoveries: { increment: 1 } }
            : { status: 'failed', finishedAt: deps.now(), error: giveUp },
      })
    },
  })
}
