import { parseDistributedTarget } from '@frostline/clickhouse'
import { addCosts, groupBy, type ObjectPrices, type PriceBook } from '@frostline/domain'
import type { z } from 'zod'
import { familyOfEngine } from '../../placement/table/engine-family.ts'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { compareValues } from '../reading/compare.ts'
import { hoursBefore } from '../reading/move-views.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { requireTable } from '../reading/require-table.ts'
import { readPriceBook } from './disk-prices.ts'
import { type Judging, pricePartition } from './price-partition.ts'
import { logBudgetMs } from './read-requests.ts'
import { maxPartitions, type NodeTable, type PartitionShare, readTableShares } from './read-table-shares.ts'
import { compareCosts } from './sum-stored.ts'
import { getTableCostInput, type PartitionCost, type TableCostDetail } from './table-cost-schema.ts'

/**
 * What each partition of a table costs where it is, and when the cold tier would have paid for the move, by reads from
 * query_log or by assumption.
 * @throws ServiceError `not_found`, `unreachable`, `invalid` for a table without parts of its own.
 */
export async function getTableCost(
  ctx: ServiceContext,
  given: z.input<typeof getTableCostInput>,
): Promise<TableCostDetail> {
  const input = await authorizeInput(ctx, 'viewer', getTableCostInput, given)
  const at = { database: input.database, table: input.table }
  const now = ctx.now()
  const since = input.countReads ? hoursBefore(now, input.hours) : null
  const { id } = await ctx.clusters.get(input.cluster)
  const { book } = await readPriceBook(ctx.db, id)
  const budget = input.countReads ? { budgetMs: logBudgetMs } : {}
  const reading = await readCluster(ctx, { ...input, ...budget }, (reader, node) =>
    readTableShares(reader, node, at, { book, since }),
  )
  const present = requireTable(reading, at)
  const nodes = present.map(({ value }) => value.node)
  refuseWithoutParts(at, nodes)
  const shares = present.flatMap(({ value }) => value.shares)
  const coldDisks = [...new Set(nodes.flatMap((node) => node.coldDisks))]
  const coldDisk = coldDisks.find((disk) => disk === input.coldDisk) ?? coldDisks[0] ?? null
  const partitions = pricePartitions(shares, {
    cold: coldDisk === null ? null : pricesOfColdDisk(nodes, coldDisk, book),
    ...{ now, share: input.share, cached: input.cached, bytesPerGet: input.bytesPerGet },
    readsPerDay: input.readsPerDay ?? null,
  })
  return {
    ...reading.envelope,
    data: {
      ...at,
      coverage: reading.coverage,
      currency: book.currency,
      perMonth: addCosts(partitions.map(({ perMonth }) => perMonth)),
      shared: shares.some((share) => share.shared),
      truncated:
        present.some(({ value }) => value.shares.length === maxPartitions) ||
        partitions.length > maxPartitions,
      ...{ coldDisks, coldDisk, localBasis: book.local.basis },
      readsSince: latestOf(nodes),
      nodesWithoutReads: present.flatMap(({ node, value }) =>
        input.countReads && value.node.reads === null ? [node.name] : [],
      ),
      partitions: partitions.slice(0, maxPartitions),
    },
  }
}

/** A table without data of its own would seem to cost nothing. */
function refuseWithoutParts(
  { database, table }: { database: string; table: string },
  [node]: readonly NodeTable[],
): void {
  if (!node || familyOfEngine(node.engine) === 'merge-tree') return
  const from = parseDistributedTarget(node.engineFull)
  throw new ServiceError(
    'invalid',
    `${database}.${table} has the engine ${node.engine}, which has no parts and no storage cost.`,
    {
      hint: from
        ? `Its rows are in ${from.database}.${from.table}. Open the cost of that table.`
        : 'Choose a MergeTree table.',
    },
  )
}

/** Most expensive first. */
function pricePartitions(shares: readonly PartitionShare[], judging: Judging): PartitionCost[] {
  return [...groupBy(shares, ({ row }) => row.partition_id).values()]
    .map((own) => pricePartition(own, judging))
    .toSorted((a, b) => compareCosts(a, b) || compareValues(a.partitionId, b.partitionId))
}

function pricesOfColdDisk(nodes: readonly NodeTable[], disk: string, book: PriceBook): ObjectPrices {
  const prices = nodes.find(({ coldDisks }) => coldDisks.includes(disk))?.pricing.pricesOf(disk)
  return prices?.kind === 'object' ? prices : book.object
}

/** Start of the period that all logs cover; null where one is missing. */
function latestOf(nodes: readonly NodeTable[]): Date | null {
  const times = nodes.map(({ reads }) => reads?.from.getTime() ?? null)
  return times.length === 0 || times.includes(null) ? null : new Date(Math.max(...times.map(Number)))
}
