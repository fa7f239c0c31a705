/** A worker has it, or is to take it. */
export const drivenRemovalStatuses = ['queued', 'running', 'pausing', 'cancelling'] as const
/** It has not ended: its source, its replicas and its bucket are needed. A failed one still goes on, or brings back. */
export const openRemovalStatuses = [...drivenRemovalStatuses, 'paused', 'waiting', 'failed'] as const
