/** Nodes stand by shard, then replica, everywhere they are listed. */
export const nodeOrder = [{ shard: 'asc' }, { replica: 'asc' }, { name: 'asc' }] as const
