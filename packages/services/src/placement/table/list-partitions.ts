import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { readPartitions } from './read-partitions.ts'
import {
  type ListPartitionsInput,
  listPartitionsInput,
  type PartitionList,
  type PartitionView,
} from './schema.ts'

/**
 * Partitions of one table over all nodes; a page of them.
 * @throws ServiceError `not_found`, `unreachable`.
 */
export async function listPartitions(
  ctx: ServiceContext,
  given: ListPartitionsInput,
): Promise<PartitionList> {
  const input = await authorizeInput(ctx, 'viewer', listPartitionsInput, given)
  const { envelope, coverage, partitionKey, unit, partitions, truncated, logicalRows, logical } =
    await readPartitions(ctx, input)
  partitions.sort(partitionOrders[input.sort])
  return {
    ...envelope,
    data: {
      coverage,
      partitionKey,
      timeLike: unit !== null,
      total: partitions.length,
      truncated,
      totals: { ...sumPartitions(partitions), logicalRows },
      logical,
      partitions: partitions.slice(input.offset, input.offset + input.limit),
    },
  }
}

type Order = (a: PartitionView, b: PartitionView) => number

const byId: Order = (a, b) => compareValues(a.partitionId, b.partitionId)
const timeOf = (partition: PartitionView) => partition.minTime?.getTime() ?? 0

export const partitionOrders: Record<'oldest' | 'newest' | 'bytes' | 'parts' | 'partition', Order> = {
  oldest: (a, b) => compareValues(timeOf(a), timeOf(b)) || byId(a, b),
  newest: (a, b) => compareValues(timeOf(b), timeOf(a)) || byId(b, a),
  bytes: (a, b) => compareValues(b.bytes, a.bytes) || byId(a, b),
  parts: (a, b) => compareValues(b.parts, a.parts) || byId(a, b),
  partition: byId,
}

function sumPartitions(
  partitions: readonly PartitionView[],
): Omit<PartitionList['data']['totals'], 'logicalRows'> {
  const totals = { parts: 0n, rows: 0n, hotBytes: 0n, coldBytes: 0n, unknownBytes: 0n, bytes: 0n }
  for (const partition of partitions) {
    totals.parts += partition.parts
    totals.rows += partition.rows
    totals.hotBytes += partition.hotBytes
    totals.coldBytes += partition.coldBytes
    totals.unknownBytes += partition.unknownBytes
    totals.bytes += partition.bytes
  }
  return totals
}
