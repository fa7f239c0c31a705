'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

interface TableHit {
  database: string
  table: string
}

/** Finds the tables of a cluster whose name holds the text, best first, a handful at most. */
export type SearchTables = (cluster: string, text: string, signal: AbortSignal) => Promise<TableHit[]>

/** Asks nothing before two characters. */
export function useTableSearch(search: SearchTables, cluster: string | null, text: string) {
  const wanted = useDeferredValue(text.trim())
  return useQuery({
    queryKey: ['table-search', cluster, wanted],
    queryFn: ({ signal }) => (cluster === null ? [] : search(cluster, wanted, signal)),
    enabled: cluster !== null && wanted.length >= 2,
    placeholderData: keepPreviousData,
  })
}
