import type { TableRef } from '@frostline/clickhouse'
import { dropPartitionsStatement, explain, observeParts } from '@frostline/clickhouse'
import type { ConnectedNode } from '@frostline/services'
import type { StepPreparation } from '../benchmark/step-preparation.ts'

/** Active parts with rows; of all partitions if none is named. Throws QueryFailedError. */
export async function observeScratchParts(
  node: ConnectedNode,
  { database, table }: TableRef,
  partitionId?: string,
) {
  const { rows } = await node.client.query(observeParts, {
    ...{ database, table },
    partition_ids: partitionId === undefined ? [] : [partitionId],
  })
  return rows.filter((part) => part.rows > 0n)
}

/**
 * Removes what a statement with an unknown end may have inserted: sending it again would double its rows. Returns the
 * obstacle; null: it is empty. Throws QueryFailedError.
 */
export async function emptyScratchPartition(
  preparation: StepPreparation,
  node: ConnectedNode,
  at: TableRef,
  partitionId: string,
): Promise<string | null> {
  if ((await observeScratchParts(node, at, partitionId)).length === 0) return null
  const outcome = await preparation.send(node, {
    ...dropPartitionsStatement(at, [partitionId]),
    settings: { max_partition_size_to_drop: '0' },
    timeoutMs: 120_000,
  })
  return outcome.kind === 'ok' ? null : `${node.name}: ${explain(outcome)}`
}
