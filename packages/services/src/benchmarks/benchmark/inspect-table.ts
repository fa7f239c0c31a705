import {
  cacheOfDisk,
  type DiskRow,
  databaseReplicas,
  listColumns,
  listDisks,
  listPartitions,
  sameStorage,
  tableDefinition,
} from '@frostline/clickhouse'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { type BenchDisk, type BenchTableFacts, benchTableInput } from './schema.ts'

/** Newest partitions offered for selection. */
const maxPartitions = 1_000

/**
 * What a tier benchmark of a table can measure on one node: its columns and partitions, and the disks for its copies.
 * @throws ServiceError `not_found`, `unreachable`
 */
export async function inspectBenchTable(
  ctx: ServiceContext,
  given: z.input<typeof benchTableInput>,
): Promise<BenchTableFacts> {
  const { cluster, node, database, table } = await authorizeInput(ctx, 'operator', benchTableInput, given)
  const reading = await readCluster(ctx, { cluster, fresh: true, nodes: [node] }, (reader) =>
    inspectTable(reader, { database, table }),
  )
  const [first] = requireTable(reading, { database, table })
  if (!first) throw new Error('requireTable answers one at least')
  return { ...reading.envelope, data: first.value }
}

/** Null: the node does not have the table. */
export async function inspectTable(
  reader: Pick<NodeReader, 'ask'>,
  at: { database: string; table: string },
): Promise<BenchTableFacts['data'] | null> {
  const [definition] = await reader.ask(tableDefinition, at)
  if (!definition) return null
  const [columns, partitions, disks, databases] = await Promise.all([
    reader.ask(listColumns, at),
    reader.ask(listPartitions, { ...at, limit: maxPartitions, offset: 0, sort: 'newest' }),
    reader.ask(listDisks, {}),
    reader.ask(databaseReplicas, { database: at.database }),
  ])
  return {
    engine: definition.engine,
    inReplicatedDatabase: databases.length > 0,
    columns: columns
      .filter(({ default_kind }) => default_kind !== 'ALIAS' && default_kind !== 'EPHEMERAL')
      .map(({ name, type, is_in_sorting_key }) => ({ name, type, inSortingKey: is_in_sorting_key })),
    partitions: partitions.map(({ partition_id, rows, parts, bytes_on_disk, disks: own }) => ({
      ...{ partitionId: partition_id, rows, parts, bytes: bytes_on_disk },
      disks: own.map(({ disk_name }) => disk_name),
    })),
    disks: listBenchDisks(disks),
  }
}

/** Writable disks. */
export function listBenchDisks(disks: readonly DiskRow[]): BenchDisk[] {
  return disks
    .filter(({ is_read_only, is_broken }) => !is_read_only && !is_broken)
    .map((disk) => toBenchDisk(disk, disks))
}

function toBenchDisk(disk: DiskRow, disks: readonly DiskRow[]): BenchDisk {
  const local = disk.type.toLowerCase() === 'local'
  return {
    name: disk.name,
    storage: [...sameStorage(disk.name, disks)],
    kind: local ? 'local' : cacheOfDisk(disk, disks) ? 'cached' : 'object',
    freeBytes: local ? disk.free_space - min(disk.free_space, disk.keep_free_space) : null,
    totalBytes: local ? disk.total_space : null,
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
