/** A worker has it in hand, or will take it. */
export const activeLoadStatuses = ['queued', 'running', 'pausing', 'cancelling'] as const

/** Its source and its tables are needed still: it may go on by itself, or when somebody resumes it. */
export const openLoadStatuses = [...activeLoadStatuses, 'paused'] as const
