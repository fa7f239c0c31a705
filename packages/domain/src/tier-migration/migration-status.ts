import { runStatuses } from '../run/run-status.ts'

/** A plan that was not started has no run. One that was cancelled before its start is cancelled too. */
export const migrationStatuses = ['planned', ...runStatuses] as const
export type MigrationStatus = (typeof migrationStatuses)[number]

const worstFirst = ['cancelling', 'pausing', 'running', 'queued', 'paused', 'failed', 'planned'] as const

/** One word for a batch from those of its tables: what goes on first, then what needs a person, then its end. */
export function batchStatusOf(statuses: readonly MigrationStatus[]): MigrationStatus {
  const found = worstFirst.find((status) => statuses.includes(status))
  if (found === 'queued' && statuses.some((status) => status !== 'queued')) return 'running'
  return found ?? (statuses.includes('cancelled') ? 'cancelled' : 'completed')
}
