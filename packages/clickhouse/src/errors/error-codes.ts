/**
 * What a ClickHouse exception code means for one of our statements. Retries are decided only here, by code: texts
 * change between versions and several codes have more than one.
 *
 * - observe: the fact may already hold, or the plan is outdated. Read system.parts and decide: already on the target →
 *   done; part gone → replan; otherwise the plan is wrong → stop.
 * - retry-soon: the object is busy; the same statement succeeds within seconds to minutes.
 * - retry-backoff: a resource or a peer is failing; wait longer each time, and ask an operator after the last try.
 * - stop-step: this step cannot succeed as planned; others may.
 * - needs-operator: nothing succeeds until a person acts (grants, configuration, damage).
 * - auth: the credentials are wrong.
 * - cancelled: somebody stopped it, we or another; the caller knows.
 * - running: a statement with this query_id is running; wait for it.
 */
export type ErrorClass =
  | 'observe'
  | 'retry-soon'
  | 'retry-backoff'
  | 'stop-step'
  | 'needs-operator'
  | 'auth'
  | 'cancelled'
  | 'running'

export interface ErrorRule {
  code: number
  /** The server's symbolic name. */
  name: string
  class: ErrorClass
  /** What it means here, and what to do, for display. */
  meaning: string
}

const rules: readonly ErrorRule[] = [
  rule(
    479,
    'UNKNOWN_DISK',
    'observe',
    'The part or partition is already on the target, or the disk is not in the policy.',
  ),
  rule(232, 'NO_SUCH_DATA_PART', 'observe', 'Nothing to move. The part has been merged, dropped or moved.'),
  rule(
    384,
    'PART_IS_TEMPORARILY_LOCKED',
    'retry-soon',
    'The part takes part in a merge, mutation or move. Wait for it.',
  ),
  rule(
    388,
    'CANNOT_ASSIGN_OPTIMIZE',
    'retry-soon',
    'No merge can be assigned now: parts are busy, or merges are off for the volume.',
  ),
  rule(473, 'DEADLOCK_AVOIDED', 'retry-soon', 'A lock was not granted in time.'),
  rule(
    236,
    'ABORTED',
    'cancelled',
    'The move was aborted (SYSTEM STOP MOVES) or the server is shutting down.',
  ),
  rule(394, 'QUERY_WAS_CANCELLED', 'cancelled', 'The query was killed. A running move still completes.'),
  rule(
    735,
    'QUERY_WAS_CANCELLED_BY_CLIENT',
    'cancelled',
    'The client disconnected and the server stopped the query.',
  ),
  rule(
    216,
    'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING',
    'running',
    'The same statement is still running on the server.',
  ),
  rule(
    499,
    'S3_ERROR',
    'retry-backoff',
    'The object store failed or rejected the request. If it continues, check the endpoint, the keys and the health of the store.',
  ),
  rule(209, 'SOCKET_TIMEOUT', 'retry-backoff', 'A peer of the server did not answer in time.'),
  rule(210, 'NETWORK_ERROR', 'retry-backoff', 'A connection of the server broke.'),
  rule(279, 'ALL_CONNECTION_TRIES_FAILED', 'retry-backoff', 'The server cannot reach a peer of the cluster.'),
  rule(201, 'QUOTA_EXCEEDED', 'retry-backoff', 'The user is over its quota on the server.'),
  rule(
    202,
    'TOO_MANY_SIMULTANEOUS_QUERIES',
    'retry-backoff',
    'The server is at its limit of concurrent queries.',
  ),
  rule(241, 'MEMORY_LIMIT_EXCEEDED', 'retry-backoff', 'The server or the query is out of memory.'),
  rule(252, 'TOO_MANY_PARTS', 'retry-backoff', 'Merges do not keep up with inserts.'),
  rule(159, 'TIMEOUT_EXCEEDED', 'retry-backoff', 'The query ran into max_execution_time.'),
  rule(160, 'TOO_SLOW', 'retry-backoff', 'The query is slower than the limits of the user profile allow.'),
  rule(
    242,
    'TABLE_IS_READ_ONLY',
    'retry-backoff',
    'The replicated table is read-only: its Keeper session is lost.',
  ),
  rule(225, 'NO_ZOOKEEPER', 'retry-backoff', 'The server has no Keeper session.'),
  rule(999, 'KEEPER_EXCEPTION', 'retry-backoff', 'Keeper failed.'),
  rule(425, 'SYSTEM_ERROR', 'retry-backoff', 'A system call of the server failed.'),
  rule(
    243,
    'NOT_ENOUGH_SPACE',
    'stop-step',
    'No space on the target, or the part is over its max_data_part_size_bytes.',
  ),
  rule(548, 'UNKNOWN_VOLUME', 'stop-step', 'The policy does not have this volume. Make a new plan.'),
  rule(478, 'UNKNOWN_POLICY', 'stop-step', 'The server has no such storage policy.'),
  rule(60, 'UNKNOWN_TABLE', 'stop-step', 'The table does not exist on this node.'),
  rule(81, 'UNKNOWN_DATABASE', 'stop-step', 'The database does not exist on this node.'),
  rule(
    47,
    'UNKNOWN_IDENTIFIER',
    'stop-step',
    'A column does not exist in this table or this server version.',
  ),
  rule(
    48,
    'NOT_IMPLEMENTED',
    'stop-step',
    'The engine does not support it (Distributed has no partitions: choose the local table).',
  ),
  rule(
    344,
    'SUPPORT_IS_DISABLED',
    'stop-step',
    'The server does not support this statement (for example MOVE PARTITION ALL).',
  ),
  rule(
    36,
    'BAD_ARGUMENTS',
    'stop-step',
    'The server rejects these arguments (unknown cache, incompatible policy).',
  ),
  rule(62, 'SYNTAX_ERROR', 'stop-step', 'This server version does not know the statement.'),
  rule(
    392,
    'QUERY_IS_PROHIBITED',
    'stop-step',
    'The server prohibits this statement (ON CLUSTER without distributed DDL).',
  ),
  rule(
    450,
    'BAD_TTL_EXPRESSION',
    'stop-step',
    'The TTL names a volume or disk that the policy lacks, or is not a date.',
  ),
  rule(497, 'ACCESS_DENIED', 'needs-operator', 'The user lacks a grant. The message names it.'),
  rule(164, 'READONLY', 'needs-operator', 'The user or its profile is read-only.'),
  rule(
    452,
    'SETTING_CONSTRAINT_VIOLATION',
    'needs-operator',
    'The user profile forbids a setting of the query.',
  ),
  rule(291, 'DATABASE_ACCESS_DENIED', 'needs-operator', 'The user may not use this database.'),
  rule(
    139,
    'NO_ELEMENTS_IN_CONFIG',
    'needs-operator',
    "The server's configuration lacks an element that the statement needs.",
  ),
  rule(49, 'LOGICAL_ERROR', 'needs-operator', 'A defect of the server. Report it with the message.'),
  rule(
    74,
    'CANNOT_READ_FROM_FILE_DESCRIPTOR',
    'needs-operator',
    'A read from a local disk failed. Check the disk.',
  ),
  rule(
    75,
    'CANNOT_WRITE_TO_FILE_DESCRIPTOR',
    'needs-operator',
    'A write to a local disk failed. Check the disk.',
  ),
  rule(
    40,
    'CHECKSUM_DOESNT_MATCH',
    'needs-operator',
    'Data is damaged. Check the disk or the bucket before you continue.',
  ),
  rule(
    516,
    'AUTHENTICATION_FAILED',
    'auth',
    'User or password is wrong, or the user may not log in from this address.',
  ),
  rule(192, 'UNKNOWN_USER', 'auth', 'The user does not exist.'),
  rule(193, 'WRONG_PASSWORD', 'auth', 'The password is wrong.'),
  rule(194, 'REQUIRED_PASSWORD', 'auth', 'A password is required.'),
]

export const errorCodes: ReadonlyMap<number, ErrorRule> = new Map(rules.map((entry) => [entry.code, entry]))

/** The rule of a code. One that is not in the table stops the step: repeating an unknown error does not help. */
export function errorRuleOf(code: number): ErrorRule {
  return (
    errorCodes.get(code) ??
    rule(
      code,
      'UNLISTED',
      'stop-step',
      `ClickHouse error ${code} has no rule. Read the message, then retry manually.`,
    )
  )
}

function rule(code: number, name: string, errorClass: ErrorClass, meaning: string): ErrorRule {
  return Object.freeze({ code, name, class: errorClass, meaning })
}
