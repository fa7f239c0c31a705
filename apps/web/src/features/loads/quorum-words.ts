/** How many replicas of a shard must have a batch before it is complete. */
export function describeQuorum(replicas: number, most?: number): string {
  if (replicas <= 1) return 'No quorum: one replica is enough'
  return most === undefined
    ? `${replicas} replicas of each shard`
    : `${replicas} of ${most} replicas of each shard`
}

/** Where the quorum of a load comes from. */
export function explainQuorumSource({
  replicas,
  byAccount,
}: {
  replicas: number
  byAccount: boolean
}): string {
  if (!byAccount) return 'Chosen for this load.'
  return replicas <= 1
    ? 'insert_quorum is not set for the ClickHouse user.'
    : 'insert_quorum of the ClickHouse user.'
}
