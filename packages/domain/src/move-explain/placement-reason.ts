/**
 * Why a part is where it is. `settled`: nothing has to move. `working`: it will move by itself. `blocked`: it will not
 * move before something changes.
 */
export type PlacementState = 'settled' | 'working' | 'blocked'

interface ReasonFacts {
  state: PlacementState
  title: string
  /** What it means, for somebody who meets it for the first time. */
  meaning: string
  /** The queries whose answers show it. */
  evidence: readonly string[]
}

export const placementReasons = {
  'in-place': {
    state: 'settled',
    title: 'Where its rule wants it',
    meaning: 'The rule in force is due and the part lies on its destination.',
    evidence: ['part_move_ttls'],
  },
  'not-due': {
    state: 'settled',
    title: 'Not due yet',
    meaning: 'The newest row of the part has not reached the age of its rule.',
    evidence: ['part_move_ttls', 'table_move_state'],
  },
  'no-rule': {
    state: 'settled',
    title: 'No rule moves this table',
    meaning:
      'The TTL of the table has no TO VOLUME and no TO DISK: parts stay where they were written or moved to.',
    evidence: ['table_move_state'],
  },
  'ahead-of-rule': {
    state: 'settled',
    title: 'There before its time',
    meaning:
      'The part lies on the destination of its next rule already: it was moved by hand, or the TTL was lengthened. The server does not bring it back.',
    evidence: ['part_move_ttls'],
  },
  moving: {
    state: 'working',
    title: 'Moving now',
    meaning: 'The server copies the part to its target at this moment.',
    evidence: ['running_moves'],
  },
  'held-by-migration': {
    state: 'working',
    title: 'In a tier migration',
    meaning: 'A tier migration of this console has the partition in its plan and moves it in its turn.',
    evidence: [],
  },
  merging: {
    state: 'working',
    title: 'In a merge',
    meaning:
      'A part that is being merged cannot be moved. The merged part takes its place and is looked at again.',
    evidence: ['running_merges'],
  },
  mutating: {
    state: 'working',
    title: 'In a mutation',
    meaning:
      'A part that is being mutated cannot be moved. The new part takes its place and is looked at again.',
    evidence: ['running_merges', 'unfinished_mutations'],
  },
  'materializing-ttl': {
    state: 'working',
    title: 'TTL is being materialized',
    meaning: 'A MATERIALIZE TTL mutation has this part to do. It is judged once that is done.',
    evidence: ['unfinished_mutations'],
  },
  'just-due': {
    state: 'working',
    title: 'Due for a few minutes',
    meaning: 'The server looks for due parts in rounds; while it is idle they can be ten minutes apart.',
    evidence: ['part_move_ttls', 'table_move_state'],
  },
  queued: {
    state: 'working',
    title: 'Waiting for a free mover',
    meaning: 'Every thread of the background move pool is busy with other parts.',
    evidence: ['table_move_state', 'running_moves'],
  },
  'no-ttl-info': {
    state: 'blocked',
    title: 'No TTL information',
    meaning:
      'The part was written before the rule and the rule was not materialized, so the server does not know when the part is due. It never moves by itself.',
    evidence: ['part_move_ttls', 'table_move_state'],
  },
  'single-volume': {
    state: 'blocked',
    title: 'The policy has one volume',
    meaning: 'The storage policy of the table has nowhere else to put a part.',
    evidence: ['list_storage_policies', 'table_move_state'],
  },
  'destination-missing': {
    state: 'blocked',
    title: 'Destination missing',
    meaning:
      'The policy on this node has no such volume or disk. The server passes over the rule without an error.',
    evidence: ['list_storage_policies', 'table_move_state'],
  },
  'destination-unusable': {
    state: 'blocked',
    title: 'Destination broken or read-only',
    meaning: 'No disk of the destination takes new parts.',
    evidence: ['list_disks'],
  },
  'part-too-large': {
    state: 'blocked',
    title: 'Too large for the volume',
    meaning:
      'The part is over max_data_part_size of the destination, so the server never reserves room for it there.',
    evidence: ['part_move_ttls', 'list_storage_policies'],
  },
  'moves-stopped': {
    state: 'blocked',
    title: 'Moves are stopped',
    meaning: 'SYSTEM STOP MOVES holds every move of the table on this node until START MOVES.',
    evidence: ['move_switches'],
  },
  'retry-storm': {
    state: 'blocked',
    title: 'Fails again and again',
    meaning:
      'The server tries this part over and over and uploads it anew each time. It does not stop by itself and costs traffic and requests.',
    evidence: ['failed_part_moves'],
  },
  'move-failing': {
    state: 'blocked',
    title: 'The last move failed',
    meaning: 'The server tried to move the part and could not. It will try again.',
    evidence: ['failed_part_moves'],
  },
  'no-space': {
    state: 'blocked',
    title: 'No room on the destination',
    meaning: 'No disk of the destination has that much unreserved space.',
    evidence: ['list_disks', 'part_move_ttls'],
  },
  'not-attempted': {
    state: 'blocked',
    title: 'Due, but not tried',
    meaning:
      'Nothing that the server shows stands in the way, and it has not tried. Most likely moves are stopped by a SYSTEM STOP MOVES that its query_log does not have.',
    evidence: ['part_move_ttls', 'table_move_state', 'failed_part_moves', 'move_switches'],
  },
} as const satisfies Record<string, ReasonFacts>

export type PlacementReason = keyof typeof placementReasons

export const placementReasonNames = Object.keys(placementReasons) as [PlacementReason, ...PlacementReason[]]
