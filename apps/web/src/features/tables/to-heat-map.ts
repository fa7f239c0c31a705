import type { HeatMapPartition } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type PartitionPage = RouterOutputs['tables']['partitions']

/** The map of a table's partitions, oldest first. A node that could not be looked at is unknown on every cell. */
export function toHeatMap(page: PartitionPage): HeatMapPartition[] {
  const missing = page.data.coverage.missingNodes.map((node) => ({
    node,
    parts: null,
    rows: null,
    hotBytes: null,
    coldBytes: null,
  }))
  return page.data.partitions.map((partition) => ({
    partitionId: partition.partitionId,
    label: partition.partition,
    ...(partition.period?.unit === 'month'
      ? { month: { year: partition.period.year, month: partition.period.month } }
      : {}),
    nodes: [...partition.nodes, ...missing],
    moving: partition.moving,
  }))
}
