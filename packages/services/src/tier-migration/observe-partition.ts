import { listStoragePolicies, type NodeClient, observeParts, tableActivity } from '@frostline/clickhouse'
import type { StepObservation, StoragePolicy } from '@frostline/domain'
import { toPart, toPolicy } from './to-domain.ts'

export interface PartitionObservation extends StepObservation {
  tableUuid: string
}

/** Policies of one node by name. They change only by a reload or restart of the server. */
export type PolicyMemory = Map<string, { policy: StoragePolicy; readAtMs: number }>

const POLICY_HOLDS_MS = 30_000

/**
 * What one replica shows of one partition now. Null when the table does not exist there.
 * Throws QueryFailedError when it cannot be looked at. Merges and moves are read before the parts, so that a part
 * which became free in between is seen as busy once more rather than the other way round.
 */
export async function observePartition(
  client: NodeClient,
  at: { database: string; table: string; partitionId: string },
  policies: PolicyMemory,
): Promise<PartitionObservation | null> {
  const { database, table, partitionId } = at
  const activity = await client.query(tableActivity, { database, table })
  const found = activity.rows[0]
  if (!found) return null
  const [parts, policy] = await Promise.all([
    client.query(observeParts, { database, table, partition_ids: [partitionId] }),
    recallPolicy(client, found.storage_policy, policies),
  ])
  return {
    tableUuid: found.uuid,
    policy,
    parts: parts.rows.map(toPart),
    mergingParts: found.merging_parts,
    movingParts: found.moving_parts,
  }
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
