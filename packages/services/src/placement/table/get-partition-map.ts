import { packPartitionMap } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { partitionOrders } from './list-partitions.ts'
import { readPartitions } from './read-partitions.ts'
import { type GetPartitionMapInput, getPartitionMapInput, type PartitionMap } from './schema.ts'

/**
 * All partitions of one table, with only what a map needs.
 * @throws ServiceError `not_found`, `unreachable`.
 */
export async function getPartitionMap(
  ctx: ServiceContext,
  given: GetPartitionMapInput,
): Promise<PartitionMap> {
  const input = await authorizeInput(ctx, 'viewer', getPartitionMapInput, given)
  const reading = await readPartitions(ctx, input)
  reading.partitions.sort(partitionOrders.oldest)
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      partitionKey: reading.partitionKey,
      timeLike: reading.unit !== null,
      total: reading.partitions.length,
      truncated: reading.truncated,
      packed: packPartitionMap(reading.partitions, reading.nodes),
    },
  }
}
