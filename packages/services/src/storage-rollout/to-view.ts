import { join } from 'node:path'
import type { StorageRollout, StorageRolloutStep } from '@frostline/db'
import { z } from 'zod'
import { diffLine, loadPlan, type StorageRolloutStepView, type StorageRolloutView } from './schema.ts'

export const withSteps = { steps: { orderBy: { ordinal: 'asc' } } } as const

export function toRolloutView(row: StorageRollout & { steps: StorageRolloutStep[] }): StorageRolloutView {
  const { id, proposalId, clusterId, status, direction, planDigest, error } = row
  const { requestedBy, createdAt, startedBy, startedAt, cancelledBy, finishedAt } = row
  return {
    ...{ id, proposalId, clusterId, status, direction, planDigest, error },
    ...{ requestedBy, createdAt, startedBy, startedAt, cancelledBy, finishedAt },
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
