export type CheckOutcome = 'passed' | 'warning' | 'blocking'

/** One thing looked at before a move. `hint` says what to do about it where it did not pass. */
export interface PlanCheck {
  id:
    | 'replica-reachable'
    | 'target-in-policy'
    | 'something-to-move'
    | 'free-space'
    | 'part-size-limit'
    | 'no-merges'
    | 'no-mutations'
    | 'no-moves'
    | 'has-date'
    | 'ttl-bounce'
    | 'optimize'
    | 'replicas'
    | 'database-moves'
    | 'replica-writable'
    | 'zero-copy'
    | 'replication'
  node: string | null
  outcome: CheckOutcome
  text: string
  hint: string | null
}
