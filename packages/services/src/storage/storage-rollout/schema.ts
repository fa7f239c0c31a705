import { fileLoads, statusesOf } from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../../platform/base/flag-input.ts'
import { runRef } from '../../platform/run/run-schema.ts'

export const prepareStorageRolloutInput = z.object({ id: z.uuid().describe('Id of the proposal.') })

export const startStorageRolloutInput = runRef.extend({
  planDigest: z
    .string()
    .max(100)
    .describe('Of the reviewed plan. The start is rejected when the stored plan is different.'),
  acceptUnchecked: flagInput
    .default(false)
    .describe(
      'Start although ClickHouse has not checked the proposal, because it is not installed beside the worker.',
    ),
})
export type StartStorageRolloutInput = z.input<typeof startStorageRolloutInput>

export const loadPlan = z.object({ load: z.enum(fileLoads), reasons: z.array(z.string()) })

export const diffLine = z.object({ sign: z.enum(['+', '-', ' ']), text: z.string() })

const storageRolloutStepView = z.object({
  id: z.string(),
  node: z.string(),
  path: z.string().describe('The file, as the worker sees it.'),
  beforeBytes: z.number().int().nullable().describe('Null where there was no file.'),
  afterBytes: z.number().int(),
  diff: z
    .array(diffLine)
    .describe('Of the file, without secrets. If no line has + or -, nothing is written.'),
  load: loadPlan.describe('What the node needs to apply the file.'),
  revertLoad: loadPlan.describe('What the node needs to revert.'),
  restartBy: z.enum(['supervisor', 'person']),
  status: z.enum(['planned', 'running', 'completed', 'failed', 'cancelled', 'skipped']),
  touched: z.boolean().describe('Its file was written or was being written.'),
  waitReason: z.string().nullable(),
  error: z.string().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})
export type StorageRolloutStepView = z.infer<typeof storageRolloutStepView>

export const storageRolloutView = z.object({
  id: z.string(),
  proposalId: z.string(),
  clusterId: z.string(),
  status: z.enum(['preparing', 'refused', 'planned', ...statusesOf('storage-rollout')]),
  direction: z.enum(['apply', 'revert']),
  planDigest: z.string().nullable(),
  waitReason: z.string().nullable().describe('What all of it waits for, such as an approval.'),
  error: z.string().nullable(),
  requestedBy: z.string(),
  createdAt: z.date(),
  startedBy: z.string().nullable(),
  startedAt: z.date().nullable(),
  cancelledBy: z.string().nullable(),
  finishedAt: z.date().nullable(),
  steps: z.array(storageRolloutStepView),
})
export type StorageRolloutView = z.infer<typeof storageRolloutView>

export const storageRolloutList = z.object({ rollouts: z.array(storageRolloutView) })
