import type { Statement } from './statement.ts'

/** A statement as it was seen. The query id alone may be that of another one by now. */
export interface SeenStatement {
  queryId: string
  /** hex(cityHash64(query)). */
  fingerprint: string
  startedAt: Date
}

/** The server computes a start from its clock and the elapsed time, so two readings of it differ by milliseconds. */
export const startToleranceMs = 2_000

/** Ends this statement and no later one with the same query id. Without a match nothing happens. Returns at once. */
export function killSeenStatement({ queryId, fingerprint, startedAt }: SeenStatement): Statement {
  return {
    sql: `KILL QUERY WHERE query_id = {query_id: String} AND hex(cityHash64(query)) = {fingerprint: String} AND abs(dateDiff('millisecond', now64(3, 'UTC') - toIntervalMillisecond(toInt64(elapsed * 1000)), {started_at: DateTime64(3, 'UTC')})) <= ${startToleranceMs} ASYNC`,
    params: { query_id: queryId, fingerprint, started_at: startedAt },
  }
}

export interface SeenMutation {
  database: string
  table: string
  mutationId: string
  /** hex(cityHash64(command)). */
  fingerprint: string
  createdAt: Date
}

/**
 * Removes this mutation and no later one with the same id, such as one of a table that was created again. Parts that
 * it has rewritten stay as they are. The replicas of a table share a mutation, so one statement ends it on all.
 */
export function killSeenMutation({
  database,
  table,
  mutationId,
  fingerprint,
  createdAt,
}: SeenMutation): Statement {
  return {
    sql: 'KILL MUTATION WHERE database = {database: String} AND table = {table: String} AND mutation_id = {mutation_id: String} AND hex(cityHash64(command)) = {fingerprint: String} AND toUnixTimestamp(create_time) = {created: UInt32}',
    params: {
      ...{ database, table, mutation_id: mutationId, fingerprint },
      created: Math.floor(createdAt.getTime() / 1_000),
    },
  }
}
