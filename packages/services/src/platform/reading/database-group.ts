import type { DatabaseReplicasRow } from '@frostline/clickhouse'

/**
 * The Replicated database of a node's table: the same for all its replicas, null outside of one. CREATE, metadata
 * ALTERs (TTL, columns, settings) and MATERIALIZE of a table there are sent to one replica, and the database replicates
 * them to all shards (26.7).
 */
export function databaseGroupOf(rows: readonly DatabaseReplicasRow[]): string | null {
  return rows[0]?.path ?? null
}

/**
 * For a statement that a Replicated database replicates: it returns once the receiving node has run it. With the
 * default it hangs for 180 s while one replica is down.
 */
export const replicatedDdlSettings = { distributed_ddl_task_timeout: '0' } as const
