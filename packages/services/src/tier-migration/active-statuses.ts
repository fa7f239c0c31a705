/** A migration in one of these is a worker's: it holds its table and its nodes. A paused one holds nothing. */
export const activeStatuses = ['queued', 'running', 'pausing', 'cancelling'] as const
