export interface LoadCheck {
  id:
    | 'readable-keys'
    | 'one-format'
    | 'hot-space'
    | 'ttl-at-once'
    | 'partitions'
    | 'materialized-views'
    | 'target-nodes'
    | 'target-engine'
    | 'strategy'
    | 'staging-replica'
    | 'carried'
    | 'writable'
    | 'quorum'
    | 'conversion'
    | 'bad-rows'
    | 'duplicates'
  outcome: 'passed' | 'warning' | 'blocking'
  text: string
  /** What to do about it where it did not pass. */
  hint: string | null
}
