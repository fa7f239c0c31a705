import { isDrivenRun } from '@frostline/domain'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterInputs, RouterOutputs } from '@/trpc/router-outputs.ts'

export type ArchiveSummary = RouterOutputs['archives']['list']['archives'][number]
export type ArchiveDetail = RouterOutputs['archives']['get']
export type ArchiveStep = RouterOutputs['archives']['steps']['steps'][number]
export type ArchivePreview = RouterOutputs['archives']['preview']
export type ArchiveInput = RouterInputs['archives']['preview']
export type RestoreSummary = RouterOutputs['archiveRestores']['list']['restores'][number]
export type RestoreDetail = RouterOutputs['archiveRestores']['get']
export type ExpirySummary = RouterOutputs['archiveExpiries']['list']['expiries'][number]
export type ExpiryDetail = RouterOutputs['archiveExpiries']['get']
export type RemovalSummary = RouterOutputs['restoreRemovals']['list']['removals'][number]
export type RemovalDetail = RouterOutputs['restoreRemovals']['get']
export type StepState = ArchiveStep['state']

const looks: Record<ArchiveSummary['status'], Look> = {
  queued: look('accent', 'queued', 'Waiting for a worker.', true),
  running: look('accent', 'running', 'A worker is running it.', true),
  pausing: look('warn', 'pausing', 'Finishing the current statement.', true),
  paused: look('warn', 'paused', 'Paused.'),
  cancelling: look('warn', 'cancelling', 'Attaching what was detached.', true),
  waiting: look('warn', 'waiting', 'Waiting.'),
  completed: look('ok', 'archived', 'Proved, and dropped from ClickHouse.'),
  failed: look('danger', 'failed', 'Failed. Nothing was dropped without its proof.'),
  cancelled: look('neutral', 'cancelled', 'The partitions are in the table.'),
}

/** A waiting archive waits for an approval, or in quarantine for its date. */
export function archiveLook({ status, stage }: Pick<ArchiveSummary, 'status' | 'stage'>): Look {
  if (status !== 'waiting') return looks[status]
  return stage === 'exporting'
    ? look('warn', 'needs approval', 'Proved. Waiting for approval to detach the partitions.')
    : look('warn', 'in quarantine', 'Detached. Waiting for the end of the grace time.')
}

export const stageWords: Record<ArchiveSummary['stage'], string> = {
  exporting: 'Writing and proving files',
  detaching: 'Detaching proved parts',
  dropping: 'Dropping detached parts',
  restoring: 'Attaching detached parts',
}

export const stepLooks: Record<StepState, Look> = {
  planned: look('neutral', 'planned', 'Not started.'),
  exporting: look('accent', 'writing', 'Files are written and proved.', true),
  proved: look('ok', 'proved', 'The files were read back from the bucket and are equal.'),
  detaching: look('accent', 'detaching', 'Parts are being detached.', true),
  detached: look('warn', 'in quarantine', 'Detached. It can be attached again.'),
  dropping: look('accent', 'dropping', 'Detached parts are being dropped.', true),
  dropped: look('ok', 'archived', 'Only in the archive.'),
  attaching: look('accent', 'attaching', 'Parts are being attached.', true),
  attached: look('neutral', 'attached', 'In the table again.'),
  kept: look('neutral', 'kept', 'It never left the table.'),
  expiring: look('warn', 'deleting', 'Some of its files were deleted, or are about to be.'),
  expired: look('neutral', 'deleted', 'Its files were deleted when the retention ended.'),
}

export const expiryLooks: Record<ExpirySummary['status'], Look> = {
  queued: look('accent', 'queued', 'Waiting for a worker.', true),
  running: look('accent', 'running', 'Deleting files.', true),
  pausing: look('warn', 'pausing', 'Pausing.', true),
  paused: look('warn', 'paused', 'Paused.'),
  cancelling: look('warn', 'cancelling', 'Finishing the current file.', true),
  waiting: look('warn', 'waiting', 'Waiting.'),
  completed: look('ok', 'deleted', 'All files were deleted.'),
  failed: look('danger', 'failed', 'Failed. The rest of the files is in the bucket.'),
  cancelled: look('neutral', 'ended early', 'The rest of the files is kept.'),
}

export const restoreLooks: Record<RestoreSummary['status'], Look> = {
  queued: look('accent', 'queued', 'Waiting for a worker.', true),
  running: look('accent', 'running', 'Loading and comparing.', true),
  pausing: look('warn', 'pausing', 'Pausing.', true),
  paused: look('warn', 'paused', 'Paused.'),
  cancelling: look('warn', 'cancelling', 'Cancelling its loads.', true),
  waiting: look('warn', 'waiting', 'Waiting.'),
  completed: look('ok', 'restored', 'Every partition is equal to its manifest.'),
  failed: look('danger', 'failed', 'Failed.'),
  cancelled: look('neutral', 'cancelled', 'Cancelled. What had arrived stays in the table.'),
}

export const removalLooks: Record<RemovalSummary['status'], Look> = {
  queued: look('accent', 'queued', 'Waiting for a worker.', true),
  running: look('accent', 'running', 'Comparing and removing.', true),
  pausing: look('warn', 'pausing', 'Pausing.', true),
  paused: look('warn', 'paused', 'Paused.'),
  cancelling: look('warn', 'cancelling', 'Finishing the current statement.', true),
  waiting: look('warn', 'waiting', 'Waiting.'),
  completed: look('ok', 'removed', 'The restored rows are in the archive only.'),
  failed: look('danger', 'failed', 'Failed. The archive is unchanged.'),
  cancelled: look('neutral', 'cancelled', 'Cancelled. The rest of the rows stays.'),
}

export const removedStepLooks: Record<RemovalDetail['steps'][number]['state'], Look> = {
  planned: look('neutral', 'planned', 'Not started.'),
  detaching: look('accent', 'detaching', 'Compared. Its parts are being detached.', true),
  dropping: look('accent', 'dropping', 'Its detached parts are being dropped.', true),
  removed: look('ok', 'removed', 'Only in the archive.'),
}

export function isActive({ status }: { status: ArchiveSummary['status'] }): boolean {
  return isDrivenRun(status)
}

interface Sum {
  partitions: number
  rows: bigint
  bytes: bigint
}

/** Partitions in one of these states. */
export function sumOf({ sums }: Pick<ArchiveSummary, 'sums'>, states: readonly StepState[]): Sum {
  return sums
    .filter(({ state }) => states.includes(state))
    .reduce(
      (sum, each) => ({
        partitions: sum.partitions + each.partitions,
        rows: sum.rows + each.rows,
        bytes: sum.bytes + each.bytes,
      }),
      { partitions: 0, rows: 0n, bytes: 0n },
    )
}

export const allStates = Object.keys(stepLooks) as StepState[]

/** Progress of the current stage, from 0 to 1. */
export function shareOf(archive: Pick<ArchiveSummary, 'sums' | 'stage'>): number | null {
  const open: Record<ArchiveSummary['stage'], readonly StepState[]> = {
    exporting: ['planned', 'exporting'],
    detaching: ['proved', 'detaching'],
    dropping: ['detached', 'dropping'],
    restoring: ['planned', 'exporting', 'proved', 'detaching', 'detached', 'attaching'],
  }
  const all = sumOf(archive, allStates).partitions
  const left = sumOf(archive, open[archive.stage]).partitions
  return all === 0 ? null : (all - left) / all
}
