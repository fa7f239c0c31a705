import { activeLoadStatuses } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

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

export const loadLooks: Record<LoadSummary['status'], Look> = {
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waiting for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Objects are being read.' },
  pausing: { tone: 'warn', word: 'pausing', live: true, meaning: 'Stands still after what arrives now.' },
  paused: { tone: 'warn', word: 'paused', live: false, meaning: 'Stands still until it is resumed.' },
  cancelling: {
    tone: 'warn',
    word: 'cancelling',
    live: true,
    meaning: 'What arrives now is brought to its end.',
  },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Every object is in the table, once.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Some objects need a person.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped. What had arrived stays.' },
}

export const fileLooks: Record<LoadFile['status'], Look> = {
  waiting: { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' },
  loading: { tone: 'accent', word: 'loading', live: true, meaning: 'Reading.' },
  loaded: { tone: 'ok', word: 'loaded', live: false, meaning: 'Its rows are in the table.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Failed.' },
  changed: {
    tone: 'danger',
    word: 'changed',
    live: false,
    meaning: 'It is not the object of the manifest any more, or gone.',
  },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped by a person.' },
}

const batchLooks: Record<LoadBatch['status'], Look> = {
  planned: { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' },
  loading: { tone: 'accent', word: 'loading', live: true, meaning: 'Rows go into staging tables.' },
  publishing: { tone: 'accent', word: 'publishing', live: true, meaning: 'Partitions move into the table.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'All of it is in the table.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'None of it is in the table.' },
  cancelled: {
    tone: 'warn',
    word: 'cancelled',
    live: false,
    meaning: 'Stopped; none of it is in the table.',
  },
}

/** A batch goes on without its objects that fail: it may be completed, and not all of it loaded. */
export function lookOfBatch({ status, files, failedFiles }: LoadBatch): Look {
  if (status !== 'completed' || failedFiles === 0) return batchLooks[status]
  return {
    tone: 'danger',
    word: `${failedFiles} of ${files} failed`,
    live: false,
    meaning: 'The other objects of the batch are in the table.',
  }
}

export const strategyNames: Record<StrategyKind, string> = {
  cluster: 'All nodes read, each keeps what it reads (s3Cluster)',
  split: 'All nodes read, shared out by size',
  reshard: 'Sent to the shard of its key',
  'single-node': 'One node reads and keeps everything',
}

/** The same in a table. */
export const strategyWords: Record<StrategyKind, string> = {
  cluster: 's3Cluster',
  split: 'shared out',
  reshard: 're-sharded',
  'single-node': 'one node',
}

export function isActiveLoad({ status }: Pick<LoadSummary, 'status'>): boolean {
  return activeLoadStatuses.some((active) => active === status)
}
