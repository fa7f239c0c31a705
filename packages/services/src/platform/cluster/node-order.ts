/** Nodes are listed by shard, then replica, everywhere. */
export const nodeOrder = [{ shard: 'asc' }, { replica: 'asc' }, { name: 'asc' }] as const
