import { isDrivenRun } from '@frostline/domain'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterInputs, RouterOutputs } from '@/trpc/router-outputs.ts'

export type RemovalSummary = RouterOutputs['orphanRemovals']['list']['removals'][number]
export type RemovalDetail = RouterOutputs['orphanRemovals']['get']
export type RemovalObject = RouterOutputs['orphanRemovals']['objects']['objects'][number]
export type RemovalPreview = RouterOutputs['orphanRemovals']['preview']
export type OrphanKind = RemovalObject['kind']
export type OrphanState = RemovalObject['state']

export type Choice = RouterInputs['orphanRemovals']['preview']['choice']

/** What the form of a removal shows first. */
export const firstChoice = {
  kinds: ['engine'] as OrphanKind[],
  prefix: '',
  changedBefore: null,
} satisfies Choice

export const removalLooks: Record<RemovalSummary['status'], Look> = {
  queued: look('accent', 'queued', 'Waiting for a worker.', true),
  running: look('accent', 'running', 'Processing objects.', true),
  pausing: look('warn', 'pausing', 'Finishing the current objects.', true),
  paused: look('warn', 'paused', 'Paused.'),
  cancelling: look('warn', 'cancelling', 'Restoring all objects.', true),
  waiting: look('warn', 'in quarantine', 'Waiting for approval or for the waiting period.'),
  completed: look('ok', 'completed', 'Completed. Objects in quarantine were deleted.'),
  failed: look('danger', 'failed', 'Failed.'),
  cancelled: look('neutral', 'restored', 'Nothing is in quarantine.'),
}

export const stageWords: Record<RemovalSummary['stage'], string> = {
  quarantining: 'Moving to quarantine',
  deleting: 'Deleting permanently',
  restoring: 'Restoring',
}

export const kindWords: Record<OrphanKind, string> = {
  engine: 'orphans with ClickHouse names',
  other: 'orphans with other names',
  upload: 'stale uploads',
}

export const objectLooks: Record<OrphanState, Look> = {
  found: look('neutral', 'found', 'Not processed.'),
  quarantining: look('accent', 'quarantining', 'Moving to quarantine.', true),
  quarantined: look('warn', 'in quarantine', 'Can be restored.'),
  deleting: look('accent', 'deleting', 'Deleting.', true),
  restoring: look('accent', 'restoring', 'Restoring.', true),
  deleted: look('ok', 'deleted', 'Deleted permanently. Verified.'),
  restored: look('neutral', 'restored', 'Restored.'),
  kept: look('neutral', 'kept', 'Kept, for the reason shown.'),
  gone: look('neutral', 'gone', 'Already removed by someone else.'),
}
export const orphanStates = Object.keys(objectLooks) as OrphanState[]

export function isActiveRemoval({ status }: Pick<RemovalSummary, 'status'>): boolean {
  return isDrivenRun(status)
}

interface Sum {
  objects: bigint
  bytes: bigint
}

/** Objects in one of these states. */
export function sumOf(
  { sums }: Pick<RemovalSummary, 'sums'>,
  states: readonly OrphanState[],
  fits: (kind: OrphanKind) => boolean = () => true,
): Sum {
  return sums
    .filter(({ state, kind }) => states.includes(state) && fits(kind))
    .reduce((sum, each) => ({ objects: sum.objects + each.objects, bytes: sum.bytes + each.bytes }), {
      objects: 0n,
      bytes: 0n,
    })
}

/** What can be restored, and what an approval deletes, including uploads. */
export function sumHeld(removal: Pick<RemovalSummary, 'sums'>): Sum & { uploads: bigint } {
  const { objects, bytes } = sumOf(
    removal,
    ['quarantined', 'quarantining', 'deleting', 'restoring'],
    (kind) => kind !== 'upload',
  )
  const { objects: uploads } = sumOf(removal, ['found', 'deleting'], (kind) => kind === 'upload')
  return { objects, bytes, uploads }
}

/** Progress of the current stage, from 0 to 1. */
export function shareOf(removal: Pick<RemovalSummary, 'sums' | 'stage' | 'status'>): number | null {
  const open: Record<RemovalSummary['stage'], readonly OrphanState[]> = {
    quarantining: ['found', 'quarantining'],
    deleting: ['quarantined', 'deleting', 'found'],
    restoring: ['found', 'quarantining', 'quarantined', 'deleting', 'restoring'],
  }
  const done: Record<RemovalSummary['stage'], readonly OrphanState[]> = {
    quarantining: ['quarantined', 'kept', 'gone'],
    deleting: ['deleted', 'kept', 'gone'],
    restoring: ['restored', 'kept', 'gone', 'deleted'],
  }
  const isOfStage = (kind: OrphanKind) => removal.stage !== 'quarantining' || kind !== 'upload'
  const left = sumOf(removal, open[removal.stage], isOfStage).objects
  const through = sumOf(removal, done[removal.stage], isOfStage).objects
  return left + through === 0n ? null : Number(through) / Number(left + through)
}
