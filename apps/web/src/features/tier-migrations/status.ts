import { isDrivenRun } from '@frostline/domain'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { runLooks } from '../run/run-looks.ts'

export type MigrationSummary = RouterOutputs['tierMigrations']['list']['migrations'][number]
export type MigrationDetail = RouterOutputs['tierMigrations']['get']
export type MigrationStep = MigrationDetail['stepList'][number]
export type StepDetail = RouterOutputs['tierMigrations']['step']
export type Preview = RouterOutputs['tierMigrations']['preview']

export const migrationLooks: Record<MigrationSummary['status'], Look> = {
  planned: look('neutral', 'planned', 'Saved, not started.'),
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
  planned: look('neutral', 'waiting', 'Not started yet.'),
  running: look('accent', 'running', 'Moving.', true),
  completed: look('ok', 'completed', 'On the target and verified.'),
  failed: look('danger', 'failed', 'Failed. See the note.'),
  cancelled: look('warn', 'cancelled', 'Stopped by a user.'),
  skipped: look('neutral', 'skipped', 'Skipped by a user.'),
}

const activityLooks: Record<NonNullable<MigrationStep['activity']>, Look> = {
  copying: look('accent', 'copying', 'Copying parts to the target.', true),
  reading: look('accent', 'deep check', 'Reading its data.', true),
  comparing: look('accent', 'comparing', 'All parts have arrived. Comparing before and after.', true),
  held: look('warn', 'held', 'Waiting. See the note.'),
  ready: look('neutral', 'next', 'Ready. The previous statement is running.'),
}

export function lookOfStep(step: Pick<MigrationStep, 'status' | 'activity'>): Look {
  return step.activity === null ? stepLooks[step.status] : activityLooks[step.activity]
}

export const proofLooks: Record<NonNullable<MigrationStep['proof']>, Look> = {
  identical: look('ok', 'identical', 'Same parts, rows, bytes and hashes before and after.'),
  merged: look(
    'ok',
    'merged, same rows',
    'The server merged parts meanwhile. All inserts are present and the rows are equal.',
  ),
  changed: look(
    'warn',
    'data changed',
    'A mutation, drop or insert changed the data meanwhile, so before and after cannot be compared.',
  ),
  incomplete: look('danger', 'incomplete', 'Parts are missing on the target.'),
}

export const reviewLooks: Record<NonNullable<MigrationSummary['review']>['state'], Look> = {
  asked: look('accent', 'waits for review', 'Waiting for review by someone other than the author.'),
  approved: look('ok', 'approved', 'Approved by a second person.'),
  rejected: look('danger', 'sent back', 'A second person requested changes.'),
}

const unretried = new Set<MigrationSummary['status']>(['planned', 'pausing', 'paused', 'cancelling'])

/** A single step can be retried while the migration runs, and after it has ended. */
export function mayRetryStep(
  migration: Pick<MigrationSummary, 'status'>,
  step: Pick<MigrationStep, 'status'>,
): boolean {
  const open = step.status === 'failed' || step.status === 'cancelled' || step.status === 'skipped'
  return open && !unretried.has(migration.status)
}

export const deepCheckLooks: Record<NonNullable<MigrationStep['deepCheckVerdict']>, Look> = {
  passed: look('ok', 'deep check passed', 'All parts were read back from their current volume.'),
  failed: look('danger', 'deep check failed', 'The data read back differs from before, or cannot be read.'),
}

export function isActive(migration: Pick<MigrationSummary, 'status'>): boolean {
  return isDrivenRun(migration.status)
}

/** What to know about the review before a start: a sentence, or nothing. */
export function describeOpenReview(review: MigrationSummary['review']): string {
  if (review?.state === 'asked') return ' A requested review is still open.'
  return review?.state === 'rejected' ? ` ${review.by ?? 'Somebody'} sent the plan back.` : ''
}

/** Why a step waits, or what it left behind, and why. */
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
