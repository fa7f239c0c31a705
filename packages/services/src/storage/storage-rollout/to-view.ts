import { join } from 'node:path'
import type { StorageRolloutStep } from '@frostline/db'
import { z } from 'zod'
import { viewRun } from '../../platform/run/stored-run.ts'
import type { FoundRollout } from './open-rollouts.ts'
import { diffLine, loadPlan, type StorageRolloutStepView, type StorageRolloutView } from './schema.ts'

/** Its state is that of its run, or of its plan before it has one. */
export function toRolloutView(row: FoundRollout): StorageRolloutView {
  const { id, proposalId, status, direction, planDigest, error, requestedBy, createdAt } = row
  const run = row.run && viewRun(row.run)
  return {
    ...{ id, proposalId, clusterId: row.proposal.clusterId, direction, planDigest, requestedBy, createdAt },
    ...{ status: run?.status ?? status, error: run ? run.error : error, startedBy: run?.requestedBy ?? null },
    waitReason: run?.waitReason ?? null,
    ...{ startedAt: run?.startedAt ?? null, cancelledBy: run?.cancelledBy ?? null },
    finishedAt: run?.finishedAt ?? null,
    steps: row.steps.map(toStepView),
  }
}

function toStepView(step: StorageRolloutStep): StorageRolloutStepView {
  const { id, beforeBytes, afterBytes, status, waitReason, error, startedAt, finishedAt } = step
  return {
    ...{ id, beforeBytes, afterBytes, status, waitReason, error, startedAt, finishedAt },
    node: step.nodeName,
    path: join(step.folder, step.fileName),
    diff: z.array(diffLine).parse(step.diff),
    load: loadPlan.parse(step.load),
    revertLoad: loadPlan.parse(step.revertLoad),
    restartBy: step.restartBy === 'supervisor' ? 'supervisor' : 'person',
    touched: step.touchedAt !== null,
  }
}

/** Whether a rollout that goes on still has this step to make. */
export function isLeft({ status }: Pick<StorageRolloutStepView, 'status'>): boolean {
  return status !== 'completed' && status !== 'skipped'
}
