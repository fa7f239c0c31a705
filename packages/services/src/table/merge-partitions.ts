import type { PartitionRow } from '@frostline/clickhouse'
import {
  type PartitionUnit,
  type PlacedDisk,
  periodOfPartition,
  type Tier,
  tierOfDisk,
  unitOfPartitionKey,
} from '@frostline/domain'
import { timesOfRow } from './row-times.ts'
import type { PartitionView } from './schema.ts'

export interface NodePartitions {
  node: { name: string }
  rows: readonly PartitionRow[]
  disks: readonly PlacedDisk[]
  /** Names of the parts that are being moved now. */
  movingParts: readonly string[]
}

/** Each partition once, with what every node has of it. In no order. */
export function mergePartitions(
  nodes: readonly NodePartitions[],
  partitionKey: string,
): { unit: PartitionUnit | null; partitions: PartitionView[] } {
  const hasDates = nodes.some(({ rows }) => rows.some((row) => timesOfRow(row).minTime !== null))
  const unit = unitOfPartitionKey(partitionKey, hasDates)
  const moving = new Set(nodes.flatMap(({ movingParts }) => movingParts.map(partitionIdOfPart)))
  const merged = new Map<string, PartitionView>()
  for (const { node, rows, disks } of nodes) {
    const tierOf = (disk: string) => tierOfDisk(disk, disks)
    for (const row of rows) {
      const share = toShare(node.name, row, tierOf)
      const present = merged.get(row.partition_id)
      if (present) addNode(present, row, share)
      else merged.set(row.partition_id, toView(row, share, unit, moving.has(row.partition_id)))
    }
  }
  return { unit, partitions: [...merged.values()] }
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

/** Runs once for each partition of each node, so it adds up in place. */
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
