import {
  type ColumnRow,
  listColumns,
  listDistributedTables,
  listStoragePolicies,
  parseColumnTtls,
  parseDistributedTarget,
  parseEngineSettings,
  parseTableTtl,
  replicaStates,
  tableDefinition,
  zeroCopySettings,
} from '@frostline/clickhouse'
import { explainReadOnly, splitByTier, totalOfTiers } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { noLogicalSizes } from '../../platform/reading/logical-sizes.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { type NodeReading, readCluster, toPlaces } from '../../platform/reading/read-cluster.ts'
import { toReplicaAccess } from '../../platform/reading/replication-sums.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { askTableSizes, mergeTableSizes, sumTiers, tableKey } from '../../platform/reading/table-sizes.ts'
import { toDiskSizes, toPlacedDisks } from '../../platform/reading/to-disk.ts'
import { sharingOf } from '../../replication/zero-copy/sharing-tables.ts'
import { type GetTableInput, getTableInput, type TableDetail } from './detail-schema.ts'
import { familyOfEngine } from './engine-family.ts'
import { mergeVolumes } from './merge-volumes.ts'

/**
 * One table as its nodes define it, with its sizes and the volumes to which its parts can be moved.
 * @throws ServiceError `not_found`, `unreachable`.
 */
export async function getTable(ctx: ServiceContext, given: GetTableInput): Promise<TableDetail> {
  const input = await authorizeInput(ctx, 'viewer', getTableInput, given)
  const at = { database: input.database, table: input.table }
  const reading = await readCluster(
    ctx,
    input,
    (reader) => readTable(reader, at),
    (reader) => recallTable(reader, at),
  )
  const present = requireTable(reading, at)
  const { definition } = present.reduce((first, next) => first ?? next).value
  const family = familyOfEngine(definition.engine)
  const hasParts = family === 'merge-tree'
  const merged = mergeTableSizes({ ...reading, readings: present }).get(tableKey(at.database, at.table))
  const tiers = hasParts ? (merged?.tiers ?? sumTiers([])) : null
  const logical = hasParts ? (merged?.logical ?? noLogicalSizes(toPlaces(reading.silent))) : null
  return {
    ...reading.envelope,
    data: {
      ...at,
      coverage: reading.coverage,
      engine: definition.engine,
      engineFull: definition.engine_full,
      family,
      comment: definition.comment,
      storagePolicy: definition.storage_policy === '' ? null : definition.storage_policy,
      partitionKey: definition.partition_key,
      sortingKey: definition.sorting_key,
      primaryKey: definition.primary_key,
      samplingKey: definition.sampling_key,
      ttl: hasParts ? parseTableTtl(definition.engine_full) : '',
      zeroCopy: present.some(({ value }) => value.sharing),
      settings: parseEngineSettings(definition.engine_full),
      modifiedAt: definition.metadata_modification_time,
      definitions: groupDefinitions(present),
      volumes: hasParts ? mergeVolumes(present.map(toNodeVolumes)) : [],
      columns: mergeColumns(
        [...present, ...reading.recalled].map(({ node, value }) => ({
          rows: value.columns,
          counts: logical?.from.some((copy) => copy.node === node.name) ?? false,
        })),
        parseColumnTtls(definition.create_table_query),
      ),
      tiers,
      total: tiers && totalOfTiers(tiers),
      sharedBytes: hasParts ? (merged?.sharedBytes ?? 0n) : null,
      logical,
      inactive: merged?.inactive ?? { parts: 0n, bytes: 0n },
      byNode: present.map((found) => toNodeView(found, hasParts)),
      absentFrom: reading.readings.filter(({ value }) => value === null).map(({ node }) => node.name),
      readsFrom: family === 'distributed' ? parseDistributedTarget(definition.engine_full) : null,
      readBy: findReaders(present, at),
    },
  }
}

type TableFacts = NonNullable<Awaited<ReturnType<typeof readTable>>>

async function readTable(reader: NodeReader, at: { database: string; table: string }) {
  const [definitions, sizes, policies, replicas, distributed, sharing] = await Promise.all([
    reader.ask(tableDefinition, at),
    recallTable(reader, at),
    reader.ask(listStoragePolicies, {}),
    reader.ask(replicaStates, at),
    reader.ask(listDistributedTables, {}, { ttlMs: 5_000 }),
    reader.askIfOffered(zeroCopySettings, at),
  ])
  const [definition] = definitions
  return definition
    ? {
        ...{ definition, ...sizes, policies, replica: replicas[0] ?? null, distributed },
        sharing: sharing?.some((row) => sharingOf(row).enabled) ?? false,
      }
    : null
}

/** The last known state of a node. */
async function recallTable(reader: NodeReader, at: { database: string; table: string }) {
  const [columns, sizes] = await Promise.all([
    reader.ask(listColumns, at, { remember: true }),
    askTableSizes(reader, at),
  ])
  return { columns, ...sizes }
}

function groupDefinitions(present: readonly NodeReading<TableFacts>[]): TableDetail['data']['definitions'] {
  const groups = new Map<string, string[]>()
  for (const { node, value } of present) {
    const ddl = value.definition.create_table_query
    groups.set(ddl, [...(groups.get(ddl) ?? []), node.name])
  }
  return [...groups].map(([ddl, nodes]) => ({ ddl, nodes })).sort((a, b) => b.nodes.length - a.nodes.length)
}

function toNodeVolumes({ node, value }: NodeReading<TableFacts>) {
  const { definition, policies, disks } = value
  return { node, policyName: definition.storage_policy, policies, disks }
}

function toNodeView({ node, value }: NodeReading<TableFacts>, hasParts: boolean) {
  const { definition, rows, disks, replica } = value
  return {
    node: node.name,
    shard: node.shard,
    replica: node.replica,
    uuid: definition.uuid,
    storagePolicy: definition.storage_policy,
    modifiedAt: definition.metadata_modification_time,
    tiers: hasParts ? splitByTier(rows.map(toDiskSizes), toPlacedDisks(disks)) : null,
    readOnly: replica && explainReadOnly(toReplicaAccess(replica)),
    partitions: hasParts ? Number(rows[0]?.table_partitions ?? 0n) : null,
  }
}

function findReaders(
  present: readonly NodeReading<TableFacts>[],
  at: { database: string; table: string },
): { database: string; table: string }[] {
  const readers = new Map<string, { database: string; table: string }>()
  for (const { value } of present)
    for (const row of value.distributed) {
      const target = parseDistributedTarget(row.engine_full)
      if (target?.database === at.database && target.table === at.table)
        readers.set(tableKey(row.database, row.name), { database: row.database, table: row.name })
    }
  return [...readers.values()]
}

type ColumnView = TableDetail['data']['columns'][number]

/**
 * Columns of all nodes by name, in the order of the first node with each.
 * @param nodes sizes are added up over those with `counts`.
 */
function mergeColumns(
  nodes: readonly { rows: readonly ColumnRow[]; counts: boolean }[],
  ttls: ReadonlyMap<string, string>,
): ColumnView[] {
  const merged = new Map<string, ColumnView>()
  for (const { rows, counts } of nodes)
    for (const row of rows) {
      const view = merged.get(row.name) ?? toView(row, ttls.get(row.name) ?? '')
      merged.set(row.name, view)
      if (!counts) continue
      view.compressedBytes += row.data_compressed_bytes
      view.uncompressedBytes += row.data_uncompressed_bytes
    }
  return [...merged.values()]
}

function toView(row: ColumnRow, ttl: string): ColumnView {
  return {
    name: row.name,
    type: row.type,
    defaultKind: row.default_kind,
    defaultExpression: row.default_expression,
    codec: row.compression_codec,
    ttl,
    comment: row.comment,
    compressedBytes: 0n,
    uncompressedBytes: 0n,
    inPartitionKey: row.is_in_partition_key,
    inSortingKey: row.is_in_sorting_key,
    inPrimaryKey: row.is_in_primary_key,
    inSamplingKey: row.is_in_sampling_key,
  }
}
