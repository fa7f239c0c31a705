import { listStoragePolicies, type NodeClient, observeParts, tableActivity } from '@frostline/clickhouse'
import type { Part, StepObservation, StoragePolicy } from '@frostline/domain'
import { toPart, toPolicy, toReplication } from './to-domain.ts'

export interface PartitionObservation extends StepObservation {
  tableUuid: string
}

/** Policies of one node by name. They change only by a reload or restart of the server. */
export type PolicyMemory = Map<string, { policy: StoragePolicy; readAtMs: number }>

const POLICY_HOLDS_MS = 30_000

/**
 * What one replica shows of some partitions now, by partition id. Null when the table does not exist there.
 * Throws QueryFailedError when it cannot be read. Merges and moves are read before the parts, so that a part
 * which became free in between is seen as busy once more rather than the other way round.
 */
export async function observePartitions(
  client: NodeClient,
  at: { database: string; table: string; partitionIds: readonly string[] },
  policies: PolicyMemory,
): Promise<Map<string, PartitionObservation> | null> {
  const { database, table, partitionIds } = at
  const activity = await client.query(tableActivity, { database, table })
  const found = activity.rows[0]
  if (!found) return null
  const [parts, policy] = await Promise.all([
    client.query(observeParts, { database, table, partition_ids: [...partitionIds] }),
    recallPolicy(client, found.storage_policy, policies),
  ])
  const byPartition = new Map<string, Part[]>(partitionIds.map((id) => [id, []]))
  for (const row of parts.rows) byPartition.get(row.partition_id)?.push(toPart(row))
  const shared = {
    tableUuid: found.uuid,
    policy,
    mergingParts: found.merging_parts,
    movingParts: found.moving_parts,
    replication: toReplication(found),
  }
  return new Map([...byPartition].map(([id, own]) => [id, { ...shared, parts: own }]))
}

async function recallPolicy(
  client: NodeClient,
  name: string,
  policies: PolicyMemory,
): Promise<StoragePolicy> {
  const known = policies.get(name)
  if (known && Date.now() - known.readAtMs < POLICY_HOLDS_MS) return known.policy
  const { rows } = await client.query(listStoragePolicies, {})
  const policy = toPolicy(rows, name) ?? { name, volumes: [] }
  policies.set(name, { policy, readAtMs: Date.now() })
  return policy
}
