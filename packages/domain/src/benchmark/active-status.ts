/** A worker has it in hand or will take it: its node is needed. */
export const activeBenchmarkStatuses = ['queued', 'running', 'cancelling'] as const
