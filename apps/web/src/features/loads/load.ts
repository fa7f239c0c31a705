import { isDrivenRun } from '@frostline/domain'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { runLooks } from '../run/run-looks.ts'

export type LoadSummary = RouterOutputs['loads']['list']['loads'][number]
export type LoadDetail = RouterOutputs['loads']['get']
export type LoadFile = RouterOutputs['loads']['files']['files'][number]
export type LoadBatch = LoadDetail['batches'][number]
export type LoadTablePlan = RouterOutputs['loads']['previewTable']
export type LoadPlan = RouterOutputs['loads']['preview']
export type LoadTarget = RouterOutputs['loads']['target']
export type LoadTrial = RouterOutputs['loads']['trial']
export type LoadDraftInput = RouterInputs['loads']['preview']
export type RetryRule = NonNullable<RouterInputs['loads']['retry']['badRows']>
export type StrategyKind = LoadPlan['strategy']['chosen']

export const loadLooks = runLooks({
  running: 'Reading objects.',
  pausing: 'Pausing after the current batch.',
  cancelling: 'Finishing the current batch.',
  completed: 'All objects are loaded exactly once.',
  failed: 'Some objects failed.',
  cancelled: 'Cancelled. Loaded objects stay in the table.',
})

export const fileLooks: Record<LoadFile['status'], Look> = {
  waiting: look('neutral', 'waiting', 'Not started yet.'),
  loading: look('accent', 'loading', 'Reading.', true),
  loaded: look('ok', 'loaded', 'Loaded.'),
  failed: look('danger', 'failed', 'Failed.'),
  changed: look('danger', 'changed', 'The object has changed or was deleted.'),
  cancelled: look('warn', 'cancelled', 'Stopped by a user.'),
}

const batchLooks: Record<LoadBatch['status'], Look> = {
  planned: look('neutral', 'waiting', 'Not started yet.'),
  loading: look('accent', 'loading', 'Writing rows to staging tables.', true),
  publishing: look('accent', 'publishing', 'Publishing partitions to the table.', true),
  completed: look('ok', 'completed', 'Loaded.'),
  failed: look('danger', 'failed', 'Failed. None of it is in the table.'),
  cancelled: look('warn', 'cancelled', 'Stopped. None of it is in the table.'),
}

/** A batch continues without its failed objects: it may be completed with some not loaded. */
export function lookOfBatch({ status, files, failedFiles }: LoadBatch): Look {
  if (status !== 'completed' || failedFiles === 0) return batchLooks[status]
  return look('danger', `${failedFiles} of ${files} failed`, 'The other objects of the batch are loaded.')
}

export const strategyNames: Record<StrategyKind, string> = {
  cluster: 'All nodes read and keep their rows (s3Cluster)',
  split: 'All nodes read, split by size',
  reshard: 'Re-sharded by key',
  'single-node': 'One node reads and keeps all rows',
}

/** The same in a table. */
export const strategyWords: Record<StrategyKind, string> = {
  cluster: 's3Cluster',
  split: 'split',
  reshard: 're-sharded',
  'single-node': 'one node',
}

export function isActiveLoad({ status }: Pick<LoadSummary, 'status'>): boolean {
  return isDrivenRun(status)
}
