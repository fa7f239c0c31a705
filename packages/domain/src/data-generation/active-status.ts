/** A worker has it in hand, or will take it: its source and its nodes are needed. */
export const activeGenerationStatuses = ['queued', 'running', 'cancelling'] as const
