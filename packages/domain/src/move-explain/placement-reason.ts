/**
 * Why a part is where it is. `settled`: nothing has to move. `working`: it will move by itself. `blocked`: it will not
 * move until something changes.
 */
type PlacementState = 'settled' | 'working' | 'blocked'

interface ReasonFacts {
  state: PlacementState
  title: string
  /** Explanation for someone who sees it for the first time. */
  meaning: string
  /** The queries whose results show it. */
  evidence: readonly string[]
}

export const placementReasons = {
  'in-place': {
    state: 'settled',
    title: 'On its target',
    meaning: 'The current rule is due and the part is on its target.',
    evidence: ['part_move_ttls'],
  },
  'not-due': {
    state: 'settled',
    title: 'Not due yet',
    meaning: 'The newest row of the part has not reached the age of the rule.',
    evidence: ['part_move_ttls', 'table_move_state'],
  },
  'no-rule': {
    state: 'settled',
    title: 'No move rule',
    meaning:
      'The TTL of the table has no TO VOLUME or TO DISK. Parts stay where they were written or moved to.',
    evidence: ['table_move_state'],
  },
  'ahead-of-rule': {
    state: 'settled',
    title: 'On its target early',
    meaning:
      'The part is already on the target of its next rule, because of a manual move or a longer TTL. The server does not move it back.',
    evidence: ['part_move_ttls'],
  },
  moving: {
    state: 'working',
    title: 'Moving now',
    meaning: 'The server is copying the part to its target.',
    evidence: ['running_moves'],
  },
  'held-by-migration': {
    state: 'working',
    title: 'In a tier migration',
    meaning: 'The partition is in the plan of a tier migration.',
    evidence: [],
  },
  merging: {
    state: 'working',
    title: 'In a merge',
    meaning: 'A part cannot move while it is merged. The merged part replaces it and is evaluated again.',
    evidence: ['running_merges'],
  },
  mutating: {
    state: 'working',
    title: 'In a mutation',
    meaning: 'A part cannot move while it is mutated. The new part replaces it and is evaluated again.',
    evidence: ['running_merges', 'unfinished_mutations'],
  },
  'materializing-ttl': {
    state: 'working',
    title: 'TTL is being materialized',
    meaning: 'The part is pending in a MATERIALIZE TTL mutation. It is evaluated afterwards.',
    evidence: ['unfinished_mutations'],
  },
  'just-due': {
    state: 'working',
    title: 'Just due',
    meaning:
      'The server checks for due parts periodically. On an idle server, checks can be ten minutes apart.',
    evidence: ['part_move_ttls', 'table_move_state'],
  },
  queued: {
    state: 'working',
    title: 'Waiting for a move thread',
    meaning: 'All threads of the background move pool are busy.',
    evidence: ['table_move_state', 'running_moves'],
  },
  'no-ttl-info': {
    state: 'blocked',
    title: 'No TTL information',
    meaning:
      'The part was written before the rule, and the rule was not materialized. The server does not know when the part is due and never moves it automatically.',
    evidence: ['part_move_ttls', 'table_move_state'],
  },
  'single-volume': {
    state: 'blocked',
    title: 'Policy with one volume',
    meaning: 'The storage policy of the table has no other volume.',
    evidence: ['list_storage_policies', 'table_move_state'],
  },
  'destination-missing': {
    state: 'blocked',
    title: 'Destination missing',
    meaning:
      'The policy on this node has no such volume or disk. The server skips the rule without an error.',
    evidence: ['list_storage_policies', 'table_move_state'],
  },
  'destination-unusable': {
    state: 'blocked',
    title: 'Target broken or read-only',
    meaning: 'No disk of the target accepts new parts.',
    evidence: ['list_disks'],
  },
  'part-too-large': {
    state: 'blocked',
    title: 'Too large for the volume',
    meaning: 'The part exceeds max_data_part_size of the target, so the server never moves it there.',
    evidence: ['part_move_ttls', 'list_storage_policies'],
  },
  'moves-stopped': {
    state: 'blocked',
    title: 'Moves are stopped',
    meaning: 'SYSTEM STOP MOVES blocks all moves of the table on this node until START MOVES.',
    evidence: ['move_switches'],
  },
  'retry-storm': {
    state: 'blocked',
    title: 'Fails repeatedly',
    meaning:
      'The server retries this part and uploads it again each time. It does not stop automatically and costs traffic and requests.',
    evidence: ['failed_part_moves'],
  },
  'move-failing': {
    state: 'blocked',
    title: 'The last move failed',
    meaning: 'The server failed to move the part. It will retry.',
    evidence: ['failed_part_moves'],
  },
  'no-space': {
    state: 'blocked',
    title: 'No space on the target',
    meaning: 'No disk of the target has enough unreserved space.',
    evidence: ['list_disks', 'part_move_ttls'],
  },
  'not-attempted': {
    state: 'blocked',
    title: 'Due, but no attempt',
    meaning:
      'The server shows no reason and has not tried to move the part. Most likely moves are stopped by a SYSTEM STOP MOVES that is not in its query_log.',
    evidence: ['part_move_ttls', 'table_move_state', 'failed_part_moves', 'move_switches'],
  },
} as const satisfies Record<string, ReasonFacts>

export type PlacementReason = keyof typeof placementReasons

export const placementReasonNames = Object.keys(placementReasons) as [PlacementReason, ...PlacementReason[]]
