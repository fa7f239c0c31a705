/**
 * A tier migration in one of these is a worker's: it holds its table and its nodes, and statements of it may be under
 * way. A paused one holds nothing.
 */
export const activeMigrationStatuses = ['queued', 'running', 'pausing', 'cancelling'] as const
