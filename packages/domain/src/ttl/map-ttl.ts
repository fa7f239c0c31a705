import type { PartitionCell } from '../placement/partition-map.ts'
import { type PartitionUnit, periodOfPartition } from '../placement/partition-period.ts'
import type { JudgedPart } from './ttl-load.ts'

export interface MappedReplica {
  node: string
  judged: readonly JudgedPart[]
  /** Whether a disk, or the first disk of a volume, is on object storage. */
  isRemote: (target: { to: 'disk' | 'volume'; name: string }) => boolean
}

/**
 * The partitions of a table, now or after the moves that a TTL makes immediately. `vanishes`: parts without a row left
 * are dropped at once, as in heavy mode.
 */
export function mapTtl(
  replicas: readonly MappedReplica[],
  unit: PartitionUnit | null,
  after: { moves: boolean; vanishes: boolean },
): PartitionCell[] {
  const cells = new Map<string, PartitionCell>()
  for (const { node, judged, isRemote } of replicas)
    for (const { part, effect } of judged) {
      const cell = cells.get(part.partitionId) ?? {
        ...{ partitionId: part.partitionId, partition: part.partition, moving: false },
        ...{ period: periodOfPartition(unit, part.partition, null), logicalRows: null, sharedBytes: 0n },
        nodes: [],
      }
      cells.set(part.partitionId, cell)
      let share = cell.nodes.find((own) => own.node === node)
      if (!share) {
        share = { node, parts: 0n, rows: 0n, hotBytes: 0n, coldBytes: 0n, unknownBytes: 0n }
        cell.nodes.push(share)
      }
      if (after.vanishes && effect.vanishes) continue
      const moved = after.moves && effect.place.kind === 'moves' ? effect.place.to : null
      const cold = isRemote(moved ?? { to: 'disk', name: part.disk })
      share.parts += 1n
      share.rows += part.rows
      share[cold ? 'coldBytes' : 'hotBytes'] += part.bytesOnDisk
    }
  return [...cells.values()].sort((a, b) => (a.partitionId < b.partitionId ? -1 : 1))
}
