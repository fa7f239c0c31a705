import { isDrivenRun } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { runLooks } from '../run/run-looks.ts'

export type MigrationSummary = RouterOutputs['tierMigrations']['list']['migrations'][number]
export type MigrationDetail = RouterOutputs['tierMigrations']['get']
export type MigrationStep = MigrationDetail['stepList'][number]
export type StepDetail = RouterOutputs['tierMigrations']['step']
export type Preview = RouterOutputs['tierMigrations']['preview']

export const migrationLooks: Record<MigrationSummary['status'], Look> = {
  planned: { tone: 'neutral', word: 'planned', live: false, meaning: 'Saved, not started.' },
  ...runLooks({
    running: 'Moving partitions.',
    pausing: 'Pausing after the running statements.',
    cancelling: 'Cancelling within the current part.',
    completed: 'All steps are completed and verified.',
    failed: 'At least one step failed.',
    cancelled: 'Cancelled by a user. Moved parts stay.',
  }),
}

const stepLooks: Record<MigrationStep['status'], Look> = {
  planned: { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Moving.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'On the target and verified.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Failed. See the note.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped by a user.' },
  skipped: { tone: 'neutral', word: 'skipped', live: false, meaning: 'Skipped by a user.' },
}

const activityLooks: Record<NonNullable<MigrationStep['activity']>, Look> = {
  copying: { tone: 'accent', word: 'copying', live: true, meaning: 'Copying parts to the target.' },
  reading: { tone: 'accent', word: 'deep check', live: true, meaning: 'Reading its data.' },
  comparing: {
    tone: 'accent',
    word: 'comparing',
    live: true,
    meaning: 'All parts have arrived. Comparing before and after.',
  },
  held: { tone: 'warn', word: 'held', live: false, meaning: 'Waiting. See the note.' },
  ready: {
    tone: 'neutral',
    word: 'next',
    live: false,
    meaning: 'Ready. The previous statement is running.',
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
    meaning: 'The server merged parts meanwhile. All inserts are present and the rows are equal.',
  },
  changed: {
    tone: 'warn',
    word: 'data changed',
    live: false,
    meaning: 'A mutation, drop or insert changed the data meanwhile, so before and after cannot be compared.',
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
    meaning: 'Waiting for review by someone other than the author.',
  },
  approved: { tone: 'ok', word: 'approved', live: false, meaning: 'Approved by a second person.' },
  rejected: {
    tone: 'danger',
    word: 'sent back',
    live: false,
    meaning: 'A second person requested changes.',
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
    meaning: 'All parts were read back from their current volume.',
  },
  failed: {
    tone: 'danger',
    word: 'deep check failed',
    live: false,
    meaning: 'The data read back differs from before, or cannot be read.',
  },
}

export function isActive(migration: Pick<MigrationSummary, 'status'>): boolean {
  return isDrivenRun(migration.status)
}

/** What a start should know of the review: a sentence, or nothing. */
export function describeOpenReview(review: MigrationSummary['review']): string {
  if (review?.state === 'asked') return ' A requested review is still open.'
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
      : `${nodeName} had not fetched ${notFetched === 1 ? '1 part' : `${notFetched} parts`} of its shard when the step ended. Parts that it fetches later stay on the volume on which they arrive.`
  return [left, endReason, sharingFault].filter((text) => text !== null).join(' ') || null
}
