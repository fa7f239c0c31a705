import {
  cacheAndStoreEvents,
  listNodeErrors,
  listPartMoves,
  nodeCounters,
  nodeIdentity,
  nodeMetrics,
  replicaSums,
  runningMoves,
} from '@frostline/clickhouse'
import { isSystemDatabase, splitByTier, totalOfTiers } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { firstRow } from '../../platform/reading/first-row.ts'
import { sumLogicalSizes } from '../../platform/reading/logical-sizes.ts'
import { hoursBefore, toFinishedMove, toRunningMove } from '../../platform/reading/move-views.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { type ClusterReading, readCluster, toPlaces } from '../../platform/reading/read-cluster.ts'
import { toReplicationSums } from '../../platform/reading/replication-sums.ts'
import {
  askTableSizes,
  mergeTableSizes,
  sumTiers,
  type TableSizes,
} from '../../platform/reading/table-sizes.ts'
import { toDiskSizes, toDiskView, toPlacedDisks } from '../../platform/reading/to-disk.ts'
import { listTierMigrations } from '../tier-migration/list.ts'
import { type Overview, type OverviewInput, overviewInput } from './schema.ts'

const recentMovesLimit = 20

type NodeFacts = Awaited<ReturnType<typeof readNodeFacts>>

/** What a page about the whole cluster needs from one node: eleven small queries, whatever the number of parts. */
async function readNodeFacts(reader: NodeReader, movesSince: Date) {
  const [identity, sizes, counters, errors, moving, replication, moved] = await Promise.all([
    reader.ask(nodeIdentity, {}),
    askTableSizes(reader),
    reader.ask(nodeCounters, { events: [...cacheAndStoreEvents], metrics: [...nodeMetrics] }),
    reader.ask(listNodeErrors, { limit: 200 }),
    reader.ask(runningMoves, {}),
    reader.ask(replicaSums, {}),
    reader.askIfOffered(listPartMoves, { since: movesSince, limit: recentMovesLimit }, { ttlMs: 5_000 }),
  ])
  return {
    identity: firstRow(identity, nodeIdentity.name),
    ...sizes,
    counters: firstRow(counters, nodeCounters.name),
    errors,
    moving,
    replication: firstRow(replication, replicaSums.name),
    moved,
  }
}

/** Where the bytes of a cluster are, what moves, and the state of its nodes. */
export async function getOverview(ctx: ServiceContext, given: OverviewInput): Promise<Overview> {
  const input = await authorizeInput(ctx, 'viewer', overviewInput, given)
  const since = hoursBefore(ctx.now(), 24)
  const reading = await readCluster(ctx, input, (reader) => readNodeFacts(reader, since), askTableSizes)
  const { migrations } = await listTierMigrations(ctx, {
    cluster: reading.cluster.id,
    active: true,
    limit: 50,
  })

  const tables = [...mergeTableSizes(reading).values()]
  const tiers = sumTiers(tables.map((table) => table.tiers))
  const withParts = tables.filter((table) => totalOfTiers(table.tiers).parts > 0n)
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      tiers,
      totalBytes: totalOfTiers(tiers).bytes,
      sharedBytes: sumOf(tables, ({ sharedBytes }) => sharedBytes),
      logical: sumLogicalSizes(
        tables.map(({ logical }) => logical),
        toPlaces(reading.silent),
      ),
      replicated: hasReplicas(reading),
      inactive: {
        parts: sumOf(tables, ({ inactive }) => inactive.parts),
        bytes: sumOf(tables, ({ inactive }) => inactive.bytes),
      },
      cache: {
        sizeBytes: sumOf(reading.readings, ({ value }) => cacheOf(value).sizeBytes),
        limitBytes: sumOf(reading.readings, ({ value }) => cacheOf(value).limitBytes),
      },
      tables: withParts.filter(({ database }) => !isSystemDatabase(database)).length,
      systemTables: withParts.filter(({ database }) => isSystemDatabase(database)).length,
      byNode: reading.envelope.nodes.map(({ name, shard, replica, state, message }) => {
        const facts = reading.readings.find(({ node }) => node.name === name)?.value
        return { name, shard, replica, state, message, figures: facts ? toNodeFigures(facts) : null }
      }),
      biggestTables: biggest(tables, input.topTables),
      runningMoves: reading.readings.flatMap(({ node, value }) =>
        value.moving.map((row) => toRunningMove(node.name, row, toPlacedDisks(value.disks))),
      ),
      recentMoves: reading.readings
        .flatMap(({ node, value }) =>
          (value.moved ?? []).map((row) => toFinishedMove(node.name, row, toPlacedDisks(value.disks))),
        )
        .sort((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime())
        .slice(0, recentMovesLimit),
      nodesWithoutMoveLog: reading.readings
        .filter(({ value }) => value.moved === null)
        .map(({ node }) => node.name),
      tierMigrations: migrations,
    },
  }
}

function hasReplicas({ cluster: { nodes } }: Pick<ClusterReading<unknown>, 'cluster'>): boolean {
  return new Set(nodes.map((node) => node.shard)).size < nodes.length
}

type NodeFigures = NonNullable<Overview['data']['byNode'][number]['figures']>

function toNodeFigures(facts: NodeFacts): NodeFigures {
  const placed = toPlacedDisks(facts.disks)
  const last = facts.errors.find((row) => row.last_error_time !== null)
  return {
    version: facts.identity.version,
    uptimeSeconds: facts.identity.uptime_seconds,
    tiers: splitByTier(facts.rows.map(toDiskSizes), placed),
    disks: facts.disks.map((row) => {
      const { name, tier, totalBytes, freeBytes, sharesWith } = toDiskView(row, facts.disks)
      const onDisk = facts.rows.filter((size) => size.disk_name === name)
      return {
        name,
        tier,
        partsBytes: onDisk.reduce((sum, size) => sum + size.active_bytes, 0n),
        totalBytes,
        freeBytes,
        sharesWith,
      }
    }),
    cache: cacheOf(facts),
    replication: toReplicationSums(facts.replication),
    runningMoves: facts.moving.length,
    errorsSinceStart: facts.errors.reduce((sum, row) => sum + row.value, 0n),
    lastError: last?.last_error_time
      ? { name: last.name, code: last.code, at: last.last_error_time, message: last.last_error_message }
      : null,
  }
}

function cacheOf(facts: Pick<NodeFacts, 'counters'>): { sizeBytes: bigint; limitBytes: bigint } {
  return {
    sizeBytes: facts.counters.metrics.FilesystemCacheSize ?? 0n,
    limitBytes: facts.counters.metrics.FilesystemCacheSizeLimit ?? 0n,
  }
}

function sumOf<Item>(items: readonly Item[], read: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + read(item), 0n)
}

function biggest(tables: readonly TableSizes[], count: number): Overview['data']['biggestTables'] {
  return tables
    .map((table) => ({
      database: table.database,
      table: table.table,
      tiers: table.tiers,
      totalBytes: totalOfTiers(table.tiers).bytes,
      sharedBytes: table.sharedBytes,
      logical: table.logical,
      nodes: table.byNode.map((entry) => entry.node),
    }))
    .sort((a, b) => compareValues(b.totalBytes, a.totalBytes))
    .slice(0, count)
}
