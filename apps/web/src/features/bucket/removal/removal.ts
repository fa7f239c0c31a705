import { isDrivenRun } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type RemovalSummary = RouterOutputs['orphanRemovals']['list']['removals'][number]
export type RemovalDetail = RouterOutputs['orphanRemovals']['get']
export type RemovalObject = RouterOutputs['orphanRemovals']['objects']['objects'][number]
export type RemovalPreview = RouterOutputs['orphanRemovals']['preview']
export type OrphanKind = RemovalObject['kind']
export type OrphanState = RemovalObject['state']

export const removalLooks: Record<RemovalSummary['status'], Look> = {
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waiting for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Processing objects.' },
  pausing: { tone: 'warn', word: 'pausing', live: true, meaning: 'Finishing the current objects.' },
  paused: {
    tone: 'warn',
    word: 'paused',
    live: false,
    meaning: 'Paused.',
  },
  cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: 'Restoring all objects.' },
  waiting: {
    tone: 'warn',
    word: 'in quarantine',
    live: false,
    meaning: 'Waiting for approval or for the waiting period.',
  },
  completed: {
    tone: 'ok',
    word: 'completed',
    live: false,
    meaning: 'Completed. Objects in quarantine were deleted.',
  },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Failed.' },
  cancelled: { tone: 'neutral', word: 'restored', live: false, meaning: 'Nothing is in quarantine.' },
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
  found: { tone: 'neutral', word: 'found', live: false, meaning: 'Not processed.' },
  quarantining: { tone: 'accent', word: 'quarantining', live: true, meaning: 'Moving to quarantine.' },
  quarantined: { tone: 'warn', word: 'in quarantine', live: false, meaning: 'Can be restored.' },
  deleting: { tone: 'accent', word: 'deleting', live: true, meaning: 'Deleting.' },
  restoring: { tone: 'accent', word: 'restoring', live: true, meaning: 'Restoring.' },
  deleted: { tone: 'ok', word: 'deleted', live: false, meaning: 'Deleted permanently. Verified.' },
  restored: { tone: 'neutral', word: 'restored', live: false, meaning: 'Restored.' },
  kept: {
    tone: 'neutral',
    word: 'kept',
    live: false,
    meaning: 'Kept, for the reason shown.',
  },
  gone: { tone: 'neutral', word: 'gone', live: false, meaning: 'Already removed by someone else.' },
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

/** What may be brought back, and what an approval deletes with the uploads. */
export function sumHeld(removal: Pick<RemovalSummary, 'sums'>): Sum & { uploads: bigint } {
  const { objects, bytes } = sumOf(
    removal,
    ['quarantined', 'quarantining', 'deleting', 'restoring'],
    (kind) => kind !== 'upload',
  )
  const { objects: uploads } = sumOf(removal, ['found', 'deleting'], (kind) => kind === 'upload')
  return { objects, bytes, uploads }
}

/** From 0 to 1: how far the present stage is. */
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
