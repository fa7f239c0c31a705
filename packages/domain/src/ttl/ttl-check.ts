/** A check made before a TTL is set, or a common trap. */
export interface TtlCheck {
  id:
    | 'nodes-reachable'
    | 'expression-types'
    | 'targets-exist'
    | 'one-delete'
    | 'no-pending-mutations'
    | 'no-running-migration'
    | 'expired-inserts'
    | 'same-expression'
    | 'never-back'
    | 'no-ttl-information'
    | 'disk-passes-limit'
    | 'part-size-limit'
    | 'old-delete-times'
    | 'rows-go-by-merge'
    | 'column-ttls'
    | 'merged-away'
    | 'folds-hidden-rows'
    | 'not-computed'
    | 'time-overflow'
    | 'replica-read-only'
    | 'replica-behind'
    /** MATERIALIZE TTL would never finish, so heavy mode is refused. */
    | 'materialize-fails'
  node: string | null
  outcome: 'passed' | 'warning' | 'blocking'
  text: string
  /** How to fix it; null when it passed. */
  hint: string | null
}
