import {
  archiveObstacles,
  archiveTableFacts,
  listColumns,
  observeParts,
  tableDefinition,
  zeroCopyTables,
} from '@frostline/clickhouse'
import type { Part } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { toPart } from '../tier-migration/to-domain.ts'

export interface ArchiveReplica {
  node: string
  shard: number
  uuid: string
  engine: string
  engineFull: string
  ddl: string
  sortingKey: string
  partitionKey: string
  primaryKey: string
  storagePolicy: string
  columns: { name: string; type: string; defaultKind: string }[]
  serverVersion: string
  databaseEngine: string
  pendingMutations: bigint
  isZeroCopy: boolean
  parts: Part[]
  /** IDs of partitions with rows that queries do not see. */
  hidden: Set<string>
}

export interface ObservedTable {
  observedAt: Date
  cluster: { id: string; name: string }
  replicas: [ArchiveReplica, ...ArchiveReplica[]]
  /** Nodes that did not answer: their replicas and shards are unknown. */
  unseen: string[]
}

/** A MergeTree table on all nodes, read now. @throws ServiceError `not_found`, `unreachable`, `invalid` */
export async function observeTable(
  ctx: ServiceContext,
  at: { cluster: string; database: string; table: string },
): Promise<ObservedTable> {
  const name = { database: at.database, table: at.table }
  const reading = await readCluster(ctx, { cluster: at.cluster, fresh: true }, async (reader, node) => {
    const [[definition], columns, [facts], obstacles, shared, parts] = await Promise.all([
      reader.ask(tableDefinition, name),
      reader.ask(listColumns, name),
      reader.ask(archiveTableFacts, name),
      reader.ask(archiveObstacles, name),
      reader.ask(zeroCopyTables, {}),
      reader.ask(observeParts, name),
    ])
    if (!definition || !facts) return null
    return {
      ...{ node: node.name, shard: node.shard, uuid: definition.uuid, engine: definition.engine },
      ...{ engineFull: definition.engine_full, ddl: definition.create_table_query },
      ...{ sortingKey: definition.sorting_key, partitionKey: definition.partition_key },
      ...{ primaryKey: definition.primary_key, storagePolicy: definition.storage_policy },
      columns: columns.map(({ name, type, default_kind: defaultKind }) => ({ name, type, defaultKind })),
      ...{ serverVersion: facts.server_version, databaseEngine: facts.database_engine },
      pendingMutations: facts.pending_mutations,
      isZeroCopy: shared.some(({ database, table }) => database === at.database && table === at.table),
      parts: parts.map(toPart),
      hidden: new Set(obstacles.map(({ partition_id }) => partition_id)),
    }
  })
  const [first, ...others] = requireTable(reading, name).map(({ value }) => value)
  if (!first) throw new ServiceError('internal', 'A table is present on no node.')
  if (!/MergeTree$/.test(first.engine))
    throw new ServiceError(
      'invalid',
      `${at.database}.${at.table} is a ${first.engine} table. Only MergeTree tables have partitions.`,
      { hint: 'Choose the MergeTree table that holds the rows.' },
    )
  return {
    observedAt: reading.envelope.observedAt,
    cluster: reading.cluster,
    replicas: [first, ...others],
    unseen: reading.coverage.missingNodes,
  }
}
