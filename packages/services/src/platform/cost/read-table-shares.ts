import {
  listDisks,
  listStoragePolicies,
  oldestLogEntry,
  type PartitionCostRow,
  partitionCosts,
  partitionReads,
  replicaPaths,
  tableDefinition,
} from '@frostline/clickhouse'
import type { PriceBook, StoredCopy } from '@frostline/domain'
import { toPolicy } from '../../placement/tier-migration/to-domain.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { indexPaths, tableKey } from '../reading/table-sizes.ts'
import { createDiskPricing, type DiskPricing } from './disk-prices.ts'
import { askSharedTables, logAnswer, spellingsInLogs, windowOfLog } from './read-requests.ts'

export const maxPartitions = 10_000

export interface NodeTable {
  engine: string
  engineFull: string
  pricing: DiskPricing
  /** Disks on object storage of the table's policy. */
  coldDisks: string[]
  /** Queries by partition. Null: not requested, or the node has no query_log. */
  reads: { from: Date; byPartition: ReadonlyMap<string, number> } | null
}

/** A partition's active parts on one disk of one node. */
export interface PartitionShare extends StoredCopy {
  bytes: bigint
  node: NodeTable
  row: PartitionCostRow
}

/** @param since start of the period in which reads are counted in query_log; null: not at all. */
export async function readTableShares(
  reader: NodeReader,
  { shard }: ConnectedNode,
  at: { database: string; table: string },
  { book, since }: { book: PriceBook; since: Date | null },
): Promise<{ node: NodeTable; shares: PartitionShare[] } | null> {
  const prefixes = spellingsInLogs(at).map((name) => `${name}.`)
  const [[definition], policies, disks, rows, sharedTables, paths, reads, oldest] = await Promise.all([
    reader.ask(tableDefinition, at),
    reader.ask(listStoragePolicies, {}),
    reader.ask(listDisks, {}),
    reader.ask(partitionCosts, { ...at, limit: maxPartitions }),
    askSharedTables(reader),
    reader.askIfOffered(replicaPaths, at),
    since && reader.askIfOffered(partitionReads, { prefixes, since }, logAnswer),
    since && reader.askIfOffered(oldestLogEntry, { log: 'query_log' }, logAnswer),
  ])
  if (!definition) return null
  const pricing = createDiskPricing(book, disks)
  const log = since && windowOfLog(reads, oldest, since)
  const policyDisks =
    toPolicy(policies, definition.storage_policy)?.volumes.flatMap((volume) => volume.disks) ?? []
  const node: NodeTable = {
    engine: definition.engine,
    engineFull: definition.engine_full,
    pricing,
    coldDisks: policyDisks.filter((disk) => pricing.tierOf(disk) === 'cold'),
    reads: log && {
      from: log.from,
      byPartition: new Map(log.rows.map((row) => [row.partition_id, Number(row.queries)])),
    },
  }
  const shared = sharedTables.has(tableKey(at.database, at.table))
  const replicates = indexPaths(paths ?? [])({ ...at, engine: definition.engine }, shard)
  return {
    node,
    shares: rows.map((row) => ({
      ...{ node, row, replicates, shared },
      ...{ tier: pricing.tierOf(row.disk_name), bytes: row.bytes },
    })),
  }
}
