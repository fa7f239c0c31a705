/** A worker has it, or is to take it. */
export const drivenAuditStatuses = ['queued', 'running', 'cancelling'] as const
