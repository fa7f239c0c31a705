import type { DiskRow, PartitionRow, ReplicaPathRow, SharedPartitionSizeRow } from '@frostline/clickhouse'
import {
  chooseCopies,
  type PartitionUnit,
  periodOfPartition,
  type TableCopy,
  type Tier,
  tierOfDisk,
  unitOfPartitionKey,
} from '@frostline/domain'
import { type LogicalBasis, toLogicalBasis, toLogicalSum } from '../../platform/reading/logical-sizes.ts'
import { type ClusterReading, toPlaces } from '../../platform/reading/read-cluster.ts'
import { indexPaths, listDoubles } from '../../platform/reading/table-sizes.ts'
import { toPlacedDisks } from '../../platform/reading/to-disk.ts'
import { timesOfRow } from './row-times.ts'
import type { PartitionView } from './schema.ts'

/** A table's partitions on one node. */
interface NodePartitions {
  rows: readonly PartitionRow[]
  disks: readonly DiskRow[]
  paths: readonly ReplicaPathRow[]
  shared: readonly SharedPartitionSizeRow[]
}

type Reading = ClusterReading<NodePartitions & { movingParts: readonly string[] }, NodePartitions>

/**
 * Each partition once, with what every node has of it, unordered. A partition that only unreachable nodes have is
 * missing here, but included in `logicalRows`.
 */
export function mergePartitions(
  { readings, recalled, silent }: Pick<Reading, 'readings' | 'recalled' | 'silent'>,
  table: { database: string; table: string; engine: string; partitionKey: string },
): {
  unit: PartitionUnit | null
  partitions: PartitionView[]
  logicalRows: bigint | null
  logical: LogicalBasis
} {
  const hasDates = readings.some(({ value }) => value.rows.some((row) => timesOfRow(row).minTime !== null))
  const unit = unitOfPartitionKey(table.partitionKey, hasDates)
  // Names of the parts that are being moved now.
  const moving = new Set(readings.flatMap(({ value }) => value.movingParts.map(partitionIdOfPart)))
  const merged = new Map<string, PartitionView>()
  for (const { node, value } of readings) {
    const placed = toPlacedDisks(value.disks)
    const tierOf = (disk: string) => tierOfDisk(disk, placed)
    for (const row of value.rows) {
      const share = toShare(node.name, row, tierOf)
      const present = merged.get(row.partition_id)
      if (present) addNode(present, row, share)
      else merged.set(row.partition_id, toView(row, share, unit, moving.has(row.partition_id)))
    }
  }
  for (const row of listDoubles(readings)) {
    const view = merged.get(row.partition_id)
    if (!view) continue
    view.bytes -= row.active_bytes
    view.coldBytes -= row.active_bytes
    view.sharedBytes += row.active_bytes
  }
  const nodes = [...readings.map((reading) => ({ ...reading, at: null })), ...recalled]
  const places = nodes.map(({ node, value, at }) => ({
    ...{ node: node.name, shard: node.shard, lastSeen: at, rows: value.rows },
    replicates: indexPaths(value.paths)(table, node.shard),
  }))
  chooseRows(merged, places)
  const whole = chooseCopies(
    places.map((place) => ({ ...place, ...sumRows(place.rows) })),
    toPlaces(silent),
  )
  return {
    ...{ unit, partitions: [...merged.values()] },
    logicalRows: toLogicalSum(whole, ({ rows }) => rows),
    logical: {
      ...toLogicalBasis(whole),
      // For one partition another replica may be the most complete.
      lastSeen: recalled.flatMap(({ node, at }) =>
        [...merged.values()].some(({ logicalFrom }) => logicalFrom.includes(node.name))
          ? [{ node: node.name, at }]
          : [],
      ),
    },
  }
}

/** Per partition: where two replicas lag behind each other, neither has everything. */
function chooseRows(
  merged: ReadonlyMap<string, PartitionView>,
  places: readonly (Omit<TableCopy, 'rows' | 'bytes'> & { rows: readonly PartitionRow[] })[],
): void {
  const copies = new Map<string, TableCopy[]>()
  for (const place of places)
    for (const { partition_id, rows, bytes_on_disk: bytes } of place.rows) {
      const copy = { ...place, rows, bytes }
      const known = copies.get(partition_id)
      if (known) known.push(copy)
      else copies.set(partition_id, [copy])
    }
  for (const [partitionId, own] of copies) {
    const view = merged.get(partitionId)
    if (!view) continue
    const chosen = chooseCopies(own, []).copies
    view.logicalRows = chosen.reduce((sum, { rows }) => sum + rows, 0n)
    view.logicalFrom = chosen.map(({ node }) => node)
  }
}

function sumRows(rows: readonly PartitionRow[]): { rows: bigint; bytes: bigint } {
  return rows.reduce((sum, row) => ({ rows: sum.rows + row.rows, bytes: sum.bytes + row.bytes_on_disk }), {
    rows: 0n,
    bytes: 0n,
  })
}

type Share = PartitionView['nodes'][number]

function toView(row: PartitionRow, share: Share, unit: PartitionUnit | null, moving: boolean): PartitionView {
  const times = timesOfRow(row)
  return {
    parts: share.parts,
    rows: share.rows,
    hotBytes: share.hotBytes,
    coldBytes: share.coldBytes,
    unknownBytes: share.unknownBytes,
    partitionId: row.partition_id,
    partition: row.partition,
    period: periodOfPartition(unit, row.partition, times.minTime),
    bytes: row.bytes_on_disk,
    sharedBytes: 0n,
    logicalRows: null,
    logicalFrom: [],
    uncompressedBytes: row.uncompressed_bytes,
    minTime: times.minTime,
    maxTime: times.maxTime,
    minLevel: row.min_level,
    maxLevel: row.max_level,
    lastModified: row.last_modified,
    largestPartBytes: row.largest_part_bytes,
    moveTtlMin: row.move_ttl_min,
    moveTtlMax: row.move_ttl_max,
    partsWithoutMoveTtl: row.parts_without_move_ttl,
    moving,
    nodes: [share],
  }
}

function addNode(view: PartitionView, row: PartitionRow, share: Share): void {
  const times = timesOfRow(row)
  view.parts += share.parts
  view.rows += share.rows
  view.hotBytes += share.hotBytes
  view.coldBytes += share.coldBytes
  view.unknownBytes += share.unknownBytes
  view.bytes += row.bytes_on_disk
  view.uncompressedBytes += row.uncompressed_bytes
  view.minTime = earlier(view.minTime, times.minTime)
  view.maxTime = later(view.maxTime, times.maxTime)
  view.minLevel = Math.min(view.minLevel, row.min_level)
  view.maxLevel = Math.max(view.maxLevel, row.max_level)
  view.lastModified = later(view.lastModified, row.last_modified) ?? view.lastModified
  if (view.largestPartBytes < row.largest_part_bytes) view.largestPartBytes = row.largest_part_bytes
  view.moveTtlMin = earlier(view.moveTtlMin, row.move_ttl_min)
  view.moveTtlMax = later(view.moveTtlMax, row.move_ttl_max)
  view.partsWithoutMoveTtl += row.parts_without_move_ttl
  view.nodes.push(share)
}

/** Runs once per partition and node, so it adds up in place. */
function toShare(node: string, row: PartitionRow, tierOf: (disk: string) => Tier): Share {
  const share = { node, parts: row.parts, rows: row.rows, hotBytes: 0n, coldBytes: 0n, unknownBytes: 0n }
  for (const { disk_name, bytes } of row.disks) share[bytesField[tierOf(disk_name)]] += bytes
  return share
}

const bytesField = { hot: 'hotBytes', cold: 'coldBytes', unknown: 'unknownBytes' } as const

/** A part is named `<partition id>_<min block>_<max block>_<level>[_<mutation>]`; the id itself has no underscore. */
function partitionIdOfPart(partName: string): string {
  return partName.slice(0, partName.indexOf('_'))
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return b < a ? b : a
}

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? b : a
}
