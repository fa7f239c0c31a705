/** A worker has it in hand, will take it, or a person will let it go on: its table and nodes are needed. */
export const activeWarmupStatuses = ['queued', 'running', 'pausing', 'paused', 'cancelling'] as const
/** A worker drives it. */
export const drivenWarmupStatuses = ['queued', 'running', 'pausing', 'cancelling'] as const
