import { unpackPartitionMap } from '@frostline/domain'
import type { HeatMapPartition } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type PartitionMapData = RouterOutputs['tables']['partitionMap']['data']

/** The map of a table's partitions, oldest first. A node that could not be read is unknown on every cell. */
export function toHeatMap(map: PartitionMapData): HeatMapPartition[] {
  const missing = map.coverage.missingNodes.map((node) => ({
    node,
    parts: null,
    hotBytes: null,
    coldBytes: null,
  }))
  return unpackPartitionMap(map.packed).map((cell) => ({
    partitionId: cell.partitionId,
    label: cell.partition,
    ...(cell.period?.unit === 'month' ? { month: { year: cell.period.year, month: cell.period.month } } : {}),
    nodes: [...cell.nodes, ...missing],
    rows: cell.logicalRows,
    sharedBytes: cell.sharedBytes,
    moving: cell.moving,
  }))
}
