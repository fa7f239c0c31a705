import {
  listDisks,
  listPartitions as listPartitionsQuery,
  runningMoves,
  tableDefinition,
} from '@frostline/clickhouse'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { compareValues } from '../reading/compare.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { requireTable } from '../reading/require-table.ts'
import { toPlacedDisks } from '../reading/to-disk.ts'
import { mergePartitions } from './merge-partitions.ts'
import {
  type ListPartitionsInput,
  listPartitionsInput,
  type PartitionList,
  type PartitionView,
} from './schema.ts'

/** More than this per node is beyond what a person selects from, and beyond what the server should be asked for. */
const mostPerNode = 10_000

/**
 * Partitions of one table over all nodes.
 * @throws ServiceError `not_found`, `unreachable`.
 */
export async function listPartitions(
  ctx: ServiceContext,
  given: ListPartitionsInput,
): Promise<PartitionList> {
  await authorize(ctx, 'viewer')
  const input = parseInput(listPartitionsInput, given)
  const at = { database: input.database, table: input.table }
  const reading = await readCluster(ctx, input, async (reader) => {
    const [definition, rows, disks, moves] = await Promise.all([
      reader.ask(tableDefinition, at),
      reader.ask(listPartitionsQuery, { ...at, sort: 'newest', limit: mostPerNode }),
      reader.ask(listDisks, {}),
      reader.ask(runningMoves, at),
    ])
    const [table] = definition
    if (!table) return null
    return { table, rows, disks: toPlacedDisks(disks), movingParts: moves.map((move) => move.part_name) }
  })
  const present = requireTable(reading, at)
  const partitionKey = present[0]?.value.table.partition_key ?? ''
  const { unit, partitions } = mergePartitions(
    present.map(({ node, value }) => ({ node, ...value })),
    partitionKey,
  )
  partitions.sort(orders[input.sort])
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      partitionKey,
      timeLike: unit !== null,
      total: partitions.length,
      truncated: present.some(({ value }) => value.rows.length < Number(value.rows[0]?.matching ?? 0n)),
      totals: sumPartitions(partitions),
      partitions: partitions.slice(input.offset, input.offset + input.limit),
    },
  }
}

type Order = (a: PartitionView, b: PartitionView) => number

const byId: Order = (a, b) => compareValues(a.partitionId, b.partitionId)
const timeOf = (partition: PartitionView) => partition.minTime?.getTime() ?? 0

const orders: Record<'oldest' | 'newest' | 'bytes' | 'parts' | 'partition', Order> = {
  oldest: (a, b) => compareValues(timeOf(a), timeOf(b)) || byId(a, b),
  newest: (a, b) => compareValues(timeOf(b), timeOf(a)) || byId(b, a),
  bytes: (a, b) => compareValues(b.bytes, a.bytes) || byId(a, b),
  parts: (a, b) => compareValues(b.parts, a.parts) || byId(a, b),
  partition: byId,
}

function sumPartitions(partitions: readonly PartitionView[]): PartitionList['data']['totals'] {
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
