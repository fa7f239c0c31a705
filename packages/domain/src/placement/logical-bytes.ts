export interface ReplicaBytes {
  shard: number
  bytes: bigint
}

/**
 * Bytes of one table without its copies: of each shard the replica that holds most, since a lagging replica holds
 * less. A lower bound when a replica could not be looked at. The sum over all replicas is the physical size.
 */
export function logicalBytes(replicas: readonly ReplicaBytes[]): bigint {
  const largest = new Map<number, bigint>()
  for (const { shard, bytes } of replicas) {
    const known = largest.get(shard)
    if (known === undefined || known < bytes) largest.set(shard, bytes)
  }
  return [...largest.values()].reduce((sum, bytes) => sum + bytes, 0n)
}
