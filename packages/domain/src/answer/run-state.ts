import type { MigrationStatus } from '../tier-migration/migration-status.ts'
import { type AnswerTone, type Words, words } from './words.ts'

export const toneOfRun = (status: MigrationStatus): AnswerTone =>
  status === 'completed'
    ? 'ok'
    : status === 'failed'
      ? 'danger'
      : status === 'queued' || status === 'running'
        ? 'accent'
        : status === 'planned'
          ? 'neutral'
          : 'warn'

/** What a run does besides its figures. */
export function describeRunState(status: MigrationStatus, waitReason: string | null): Words {
  if (status === 'paused') return words`it is paused`
  if (status === 'pausing') return words`it is being paused`
  if (status === 'cancelling') return words`it is being cancelled`
  if (status === 'cancelled') return words`it was cancelled`
  if (status === 'planned') return words`it is not started`
  if (status === 'failed' || status === 'completed') return []
  if (waitReason !== null) return words`it waits: ${waitReason.replace(/\.$/, '')}`
  return status === 'queued' ? words`it waits for a worker` : []
}
