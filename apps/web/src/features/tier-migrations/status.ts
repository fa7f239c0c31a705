import { activeMigrationStatuses } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type MigrationSummary = RouterOutputs['tierMigrations']['list']['migrations'][number]
export type MigrationDetail = RouterOutputs['tierMigrations']['get']
export type MigrationStep = MigrationDetail['stepList'][number]
export type StepDetail = RouterOutputs['tierMigrations']['step']
export type Preview = RouterOutputs['tierMigrations']['preview']

export const migrationLooks: Record<MigrationSummary['status'], Look> = {
  planned: { tone: 'neutral', word: 'planned', live: false, meaning: 'Stored, not started.' },
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waiting for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Partitions are being moved.' },
  pausing: {
    tone: 'warn',
    word: 'pausing',
    live: true,
    meaning: 'Stands still after the statements under way.',
  },
  paused: { tone: 'warn', word: 'paused', live: false, meaning: 'Stands still until it is resumed.' },
  cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: 'Stops within the current part.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Every step is done and proved.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'At least one step needs a person.' },
  cancelled: {
    tone: 'warn',
    word: 'cancelled',
    live: false,
    meaning: 'Stopped by a person. What had arrived stays.',
  },
}

const stepLooks: Record<MigrationStep['status'], Look> = {
  planned: { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Being moved.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'On the target, and compared.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Stopped; the reason is in the row.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped by a person.' },
  skipped: { tone: 'neutral', word: 'skipped', live: false, meaning: 'Left out by a person.' },
}

const activityLooks: Record<NonNullable<MigrationStep['activity']>, Look> = {
  copying: { tone: 'accent', word: 'copying', live: true, meaning: 'Parts are being copied to the target.' },
  reading: { tone: 'accent', word: 'deep check', live: true, meaning: 'Its data is being read.' },
  comparing: {
    tone: 'accent',
    word: 'comparing',
    live: true,
    meaning: 'Every part has arrived; before and after are compared.',
  },
  held: { tone: 'warn', word: 'held', live: false, meaning: 'Waits for what its note says.' },
  ready: {
    tone: 'neutral',
    word: 'next',
    live: false,
    meaning: 'Ready; the statement before it is running.',
  },
}

export function lookOfStep(step: Pick<MigrationStep, 'status' | 'activity'>): Look {
  return step.activity === null ? stepLooks[step.status] : activityLooks[step.activity]
}

export const proofLooks: Record<NonNullable<MigrationStep['proof']>, Look> = {
  identical: {
    tone: 'ok',
    word: 'identical',
    live: false,
    meaning: 'Same parts, rows, bytes and hashes before and after.',
  },
  merged: {
    tone: 'ok',
    word: 'merged, same rows',
    live: false,
    meaning: 'The server merged parts meanwhile. Every insert is there and the rows are equal.',
  },
  changed: {
    tone: 'warn',
    word: 'data changed',
    live: false,
    meaning:
      'A mutation, a drop or new inserts changed the data meanwhile, so before and after cannot be compared.',
  },
  incomplete: {
    tone: 'danger',
    word: 'incomplete',
    live: false,
    meaning: 'Parts are missing on the target.',
  },
}

export const reviewLooks: Record<NonNullable<MigrationSummary['review']>['state'], Look> = {
  asked: {
    tone: 'accent',
    word: 'waits for review',
    live: false,
    meaning: 'Somebody other than its author is to look at it.',
  },
  approved: { tone: 'ok', word: 'approved', live: false, meaning: 'A second person agrees with this plan.' },
  rejected: {
    tone: 'danger',
    word: 'sent back',
    live: false,
    meaning: 'A second person wants another plan.',
  },
}

const unretried = new Set<MigrationSummary['status']>(['planned', 'pausing', 'paused', 'cancelling'])

/** One step alone can be taken up again while the migration runs, and once it has ended. */
export function mayRetryStep(
  migration: Pick<MigrationSummary, 'status'>,
  step: Pick<MigrationStep, 'status'>,
): boolean {
  const open = step.status === 'failed' || step.status === 'cancelled' || step.status === 'skipped'
  return open && !unretried.has(migration.status)
}

export const deepCheckLooks: Record<NonNullable<MigrationStep['deepCheckVerdict']>, Look> = {
  passed: {
    tone: 'ok',
    word: 'deep check passed',
    live: false,
    meaning: 'Every part was read back from where it is now.',
  },
  failed: {
    tone: 'danger',
    word: 'deep check failed',
    live: false,
    meaning: 'What was read back is not what was there before, or cannot be read.',
  },
}

const active = new Set<MigrationSummary['status']>(activeMigrationStatuses)

export function isActive(migration: Pick<MigrationSummary, 'status'>): boolean {
  return active.has(migration.status)
}

/** What a start should know of the review: a sentence, or nothing. */
export function describeOpenReview(review: MigrationSummary['review']): string {
  if (review?.state === 'asked') return ' A review was asked for and is not answered yet.'
  return review?.state === 'rejected' ? ` ${review.by ?? 'Somebody'} sent the plan back.` : ''
}

/** Why a step stands still, or what it has left behind, and why. */
export function noteOf({
  waitReason,
  notFetched,
  endReason,
  nodeName,
  sharingFault,
}: MigrationStep): string | null {
  if (waitReason !== null) return waitReason
  const left =
    notFetched === 0
      ? null
      : `${nodeName} had not fetched ${notFetched === 1 ? '1 part' : `${notFetched} parts`} of its shard when the step ended. What it fetches later stays on the volume where it lands.`
  return [left, endReason, sharingFault].filter((text) => text !== null).join(' ') || null
}
