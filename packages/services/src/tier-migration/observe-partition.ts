import {
  listStoragePolicies,
  type NodeClient,
  observeParts,
  runningMerges,
  runningMoves,
  tableIdentity,
} from '@frostline/clickhouse'
import type { StepObservation } from '@frostline/domain'
import { toPart, toPolicy } from './to-domain.ts'

export interface PartitionObservation extends StepObservation {
  tableUuid: string
}

/**
 * What one replica shows of one partition now. Null when the table does not exist there.
 * Throws QueryFailedError when it cannot be looked at. Merges and moves are read before the parts, so that a part
 * which became free in between is seen as busy once more rather than the other way round.
 */
export async function observePartition(
  client: NodeClient,
  at: { database: string; table: string; partitionId: string },
): Promise<PartitionObservation | null> {
  const { database, table, partitionId } = at
  const [merges, moves, identity, policies] = await Promise.all([
    client.query(runningMerges, { database, table }),
    client.query(runningMoves, { database, table }),
    client.query(tableIdentity, { database, table }),
    client.query(listStoragePolicies, {}),
  ])
  const found = identity.rows[0]
  if (!found) return null
  const parts = await client.query(observeParts, { database, table, partition_ids: [partitionId] })
  return {
    tableUuid: found.uuid,
    policy: toPolicy(policies.rows, found.storage_policy) ?? { name: found.storage_policy, volumes: [] },
    parts: parts.rows.map(toPart),
    mergingParts: merges.rows.flatMap((row) => row.source_part_names),
    movingParts: moves.rows.map((row) => row.part_name),
  }
}
