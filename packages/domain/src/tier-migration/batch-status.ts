type Status =
  | 'planned'
  | 'queued'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'cancelled'

const worstFirst = ['cancelling', 'pausing', 'running', 'queued', 'paused', 'failed', 'planned'] as const

/** One word for a batch from those of its tables: what goes on first, then what needs a person, then its end. */
export function batchStatusOf(statuses: readonly Status[]): Status {
  const found = worstFirst.find((status) => statuses.includes(status))
  if (found === 'queued' && statuses.some((status) => status !== 'queued')) return 'running'
  return found ?? (statuses.includes('cancelled') ? 'cancelled' : 'completed')
}
