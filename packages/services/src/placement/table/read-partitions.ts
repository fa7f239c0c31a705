import {
  listDisks,
  listPartitions as listPartitionsQuery,
  replicaPaths,
  runningMoves,
  sharedPartitionSizes,
  tableDefinition,
} from '@frostline/clickhouse'
import type { PartitionUnit } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { LogicalBasis } from '../../platform/reading/logical-sizes.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { type ClusterReading, readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { mergePartitions } from './merge-partitions.ts'
import type { PartitionView } from './schema.ts'

/** A person cannot select from more, and the server should not be queried for more. */
const maxPerNode = 10_000

export interface PartitionsReading extends Pick<ClusterReading<unknown>, 'coverage' | 'envelope'> {
  partitionKey: string
  unit: PartitionUnit | null
  /** Nodes that have the table. */
  nodes: string[]
  /** In no order. */
  partitions: PartitionView[]
  /** Of all of them. Null: unknown. */
  logicalRows: bigint | null
  logical: LogicalBasis
  truncated: boolean
}

/** Partitions of one table over all nodes. Throws ServiceError `not_found`, `unreachable`. */
export async function readPartitions(
  ctx: ServiceContext,
  input: { cluster: string; database: string; table: string; fresh: boolean },
): Promise<PartitionsReading> {
  const at = { database: input.database, table: input.table }
  const reading = await readCluster(
    ctx,
    input,
    async (reader) => {
      const [definition, partitions, moves] = await Promise.all([
        reader.ask(tableDefinition, at),
        recallPartitions(reader, at),
        reader.ask(runningMoves, at),
      ])
      const [table] = definition
      if (!table) return null
      return { table, ...partitions, movingParts: moves.map((move) => move.part_name) }
    },
    (reader) => recallPartitions(reader, at),
  )
  const present = requireTable(reading, at)
  const partitionKey = present[0]?.value.table.partition_key ?? ''
  return {
    coverage: reading.coverage,
    envelope: reading.envelope,
    partitionKey,
    nodes: present.map(({ node }) => node.name),
    truncated: present.some(({ value }) => value.rows.length < Number(value.rows[0]?.matching ?? 0n)),
    ...mergePartitions(
      { ...reading, readings: present },
      { ...at, engine: present[0]?.value.table.engine ?? '', partitionKey },
    ),
  }
}

/** The last known state of a node. */
async function recallPartitions(reader: NodeReader, at: { database: string; table: string }) {
  const kept = { remember: true }
  const [rows, disks, paths, shared] = await Promise.all([
    reader.ask(listPartitionsQuery, { ...at, sort: 'newest', limit: maxPerNode }, kept),
    reader.ask(listDisks, {}, kept),
    reader.askIfOffered(replicaPaths, at, kept),
    reader.askIfOffered(sharedPartitionSizes, at, kept),
  ])
  return { rows, disks, paths: paths ?? [], shared: shared ?? [] }
}
