import type { DatabaseReplicasRow } from '@frostline/clickhouse'

/**
 * Which Replicated database a node's table is in: the same for all its replicas, null outside of one. CREATE, ALTER of
 * metadata (TTL, columns, settings) and MATERIALIZE of a table there are sent to one replica, and the database carries them to all
 * shards (26.7).
 */
export function databaseGroupOf(rows: readonly DatabaseReplicasRow[]): string | null {
  return rows[0]?.path ?? null
}

/**
 * Of a statement that a Replicated database carries on: it is answered when the node that was sent it has carried it out. With the
 * default of 180 s it hangs as long while one replica is away.
 */
export const carriedSettings = { distributed_ddl_task_timeout: '0' } as const
