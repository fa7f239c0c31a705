'use client'
import { useMemo } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'
import { toHeatMap } from '../to-heat-map.ts'

/** All partitions of a table for its heat map; read again when a tier migration went on. */
export function usePartitionMap(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  const query = useObservedQuery(trpc.tables.partitionMap.queryOptions(at))
  const data = query.data?.data
  const partitions = useMemo(() => (data ? toHeatMap(data) : []), [data])
  return { query, partitions }
}
