'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { useReadAfterChanges } from '@/trpc/use-read-after-changes.ts'
import { toHeatMap } from '../to-heat-map.ts'

/** All partitions of a table for its heat map; read again when a tier migration went on. */
export function usePartitionMap(at: { cluster: string; database: string; table: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.tables.partitionMap.queryOptions(at))
  useReadAfterChanges('tier-migration', () => void query.refetch())
  const data = query.data?.data
  const partitions = useMemo(() => (data ? toHeatMap(data) : []), [data])
  return { query, partitions }
}
