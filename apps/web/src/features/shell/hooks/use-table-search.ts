'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

interface TableHit {
  database: string
  table: string
}

/** Finds a cluster's tables by a part of the name, best match first, only a few. */
export type SearchTables = (cluster: string, text: string, signal: AbortSignal) => Promise<TableHit[]>

/** No query before two characters. */
export function useTableSearch(search: SearchTables, cluster: string | null, text: string) {
  const wanted = useDeferredValue(text.trim())
  return useQuery({
    queryKey: ['table-search', cluster, wanted],
    queryFn: ({ signal }) => (cluster === null ? [] : search(cluster, wanted, signal)),
    enabled: cluster !== null && wanted.length >= 2,
    placeholderData: keepPreviousData,
  })
}
