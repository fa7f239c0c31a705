'use client'
import { unpackPartitionMap } from '@frostline/domain'
import type { HeatMapPartition } from '@frostline/ui'
import { useMemo } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

/** All partitions of a table for its heat map; refetched when a tier migration progresses. */
export function usePartitionMap(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  const query = useObservedQuery(trpc.tables.partitionMap.queryOptions(at))
  const data = query.data?.data
  const partitions = useMemo(() => (data ? toHeatMap(data) : []), [data])
  return { query, partitions }
}

type PartitionMapData = Pick<RouterOutputs['tables']['partitionMap']['data'], 'coverage' | 'packed'>

/** The map of a table's partitions, oldest first. An unreachable node is unknown on every cell. */
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
