import {
  listStoragePolicies,
  parseTableTtl,
  partitionDateColumns,
  type TableCatalogRow,
  tableCatalog,
  tableTtlStates,
} from '@frostline/clickhouse'
import {
  findOddities,
  findStorageDifferences,
  groupBy,
  mergeDue,
  type NodeTableFacts,
  nothingDue,
  parseTtl,
  partsPerPartition,
  type StorageDifference,
  type TtlRule,
  totalOfTiers,
  unitOfPartitionKey,
} from '@frostline/domain'
import { tableFilter } from '../../identity/access/visible.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { type ClusterReading, type NodeReading, readCluster } from '../../platform/reading/read-cluster.ts'
import { askTableSizes, type NodeSizes, tableKey } from '../../platform/reading/table-sizes.ts'
import { toComparable, toPolicyViews } from '../../storage/describe-node.ts'
import { mergeCatalogs } from '../table/merge-catalog.ts'
import type { TableSummary } from '../table/schema.ts'
import { toPolicy } from '../tier-migration/to-domain.ts'
import { findNextDue, sumBlindParts } from './judge-ttl.ts'
import { askInserts, growthDays, measureInserts } from './measure-growth.ts'
import type { FleetTable } from './schema.ts'

type FleetReading = Awaited<ReturnType<typeof readNode>>

/** Small aggregated results, whatever the number of parts, read by one statement. */
async function readNode(reader: NodeReader, since: Date) {
  const slow = { ttlMs: 60_000 }
  const [tables, sizes, policies, ttls, dateColumns, inserts] = await Promise.all([
    reader.ask(tableCatalog, { include_system: false }, { ttlMs: 5_000 }),
    askTableSizes(reader),
    reader.ask(listStoragePolicies, {}),
    reader.ask(tableTtlStates, {}, slow),
    reader.ask(partitionDateColumns, {}, slow),
    askInserts(reader, since),
  ])
  return { tables, ...sizes, policies, ttls, dateColumns, inserts }
}

/**
 * The MergeTree tables of one cluster, as the nodes that answer have them.
 * @throws ServiceError `not_found`; SecretOpenError when its password cannot be opened.
 */
export async function readFleetOfCluster(
  ctx: ServiceContext,
  input: { cluster: string; fresh: boolean },
): Promise<{ reading: ClusterReading<FleetReading, NodeSizes>; tables: FleetTable[] }> {
  // Whole minutes, so that concurrent readers share answers.
  const until = new Date(Math.floor(ctx.now().getTime() / 60_000) * 60_000)
  const since = new Date(until.getTime() - growthDays * 86_400_000)
  const reading = await readCluster(ctx, input, (reader) => readNode(reader, since), askTableSizes)
  const growthOf = measureInserts(reading.readings, until)
  const factsOf = indexFacts(reading.readings)
  const differencesOf = indexDifferences(reading.readings)
  const visible = tableFilter(ctx.actor, reading.cluster.id)
  const tables = mergeCatalogs(reading).flatMap((summary): FleetTable[] => {
    const { database, table, tiers } = summary
    if (tiers === null || (visible && !visible(summary))) return []
    const nodes = factsOf(summary)
    const ttl = summary.differs.includes('ttl') ? null : summary.ttl
    const due = nodes.reduce((sum, each) => mergeDue(sum, each.due), nothingDue)
    return [
      {
        ...{ database, table, cluster: reading.cluster.slug, clusterName: reading.cluster.name },
        ...{ engine: summary.engine, ttl, partitionKey: summary.partitionKey },
        storagePolicy: summary.storagePolicy,
        partitions: summary.partitions ?? 0,
        parts: totalOfTiers(tiers).parts,
        partsPerPartition: partsPerPartition(nodes),
        totalBytes: totalOfTiers(tiers).bytes,
        tiers,
        growth: growthOf(summary),
        nextDue: due.next && { kind: due.next.kind, at: new Date(due.next.atMs) },
        lateParts: due.lateParts,
        oddities: findOddities({
          byTime: nodes.some(({ byTime }) => byTime),
          ...{ ttl, nodes, policyDifferences: differencesOf(summary) },
        }),
        missingNodes: reading.coverage.missingNodes,
      },
    ]
  })
  return { reading, tables }
}

interface NodeFacts extends NodeTableFacts {
  byTime: boolean
  due: ReturnType<typeof findNextDue>
}

/** What the nodes have of each table. Each list of a node is read once. */
function indexFacts(readings: readonly NodeReading<FleetReading>[]): (table: TableSummary) => NodeFacts[] {
  const nodes = readings.map(({ node, value }) => ({
    node: node.name,
    value,
    catalog: new Map(value.tables.map((row) => [tableKey(row.database, row.name), row])),
    sizes: groupBy(value.rows, (row) => tableKey(row.database, row.table)),
    ttls: groupBy(value.ttls, (row) => tableKey(row.database, row.table)),
    dated: new Set(value.dateColumns.map((row) => tableKey(row.database, row.table))),
  }))
  return ({ database, table }) => {
    const key = tableKey(database, table)
    return nodes.flatMap(({ node, value, catalog, sizes, ttls, dated }): NodeFacts[] => {
      const row = catalog.get(key)
      if (!row) return []
      const own = sizes.get(key) ?? []
      const rules = readRules(row)
      const judged = { ...value, policyName: row.storage_policy, rules, states: ttls.get(key) ?? [] }
      return [
        {
          ...{ node, rules, policy: toPolicy(value.policies, row.storage_policy) },
          partitions: Number(own[0]?.table_partitions ?? 0n),
          parts: own.reduce((sum, each) => sum + each.active_parts, 0n),
          bytes: own.reduce((sum, each) => sum + each.active_bytes, 0n),
          blind: sumBlindParts(judged),
          byTime: unitOfPartitionKey(row.partition_key, dated.has(key)) !== null,
          due: findNextDue(judged),
        },
      ]
    })
  }
}

/** A newer server may print syntax that the parser does not know: then no rule is judged. */
function readRules(row: TableCatalogRow): TtlRule[] {
  const parsed = parseTtl(parseTableTtl(row.engine_full))
  return parsed.kind === 'parsed' ? parsed.rules : []
}

/** Where nodes differ in the policy of a table, or in the volumes of a policy that it has. */
function indexDifferences(
  readings: readonly NodeReading<FleetReading>[],
): (table: TableSummary) => StorageDifference[] {
  const found = findStorageDifferences(
    readings.map(({ node, value }) =>
      toComparable(node.name, {
        ...{ policies: toPolicyViews(value.policies, value.disks), disks: value.disks },
        ...{ tables: value.tables, caches: null },
      }),
    ),
  )
  const ofTables = groupBy(
    found.filter(({ object }) => object === 'table'),
    (each) => tableKey(each.table?.database ?? '', each.table?.table ?? ''),
  )
  const ofPolicies = groupBy(
    found.filter(({ object, what }) => (object === 'policy' && what !== 'presence') || what === 'disks'),
    ({ object, name }) => (object === 'policy' ? name : name.slice(0, name.lastIndexOf('.'))),
  )
  return ({ database, table, storagePolicy }) =>
    ofTables.get(tableKey(database, table)) ?? ofPolicies.get(storagePolicy ?? '') ?? []
}
