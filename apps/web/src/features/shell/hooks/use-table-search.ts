'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTRPC } from '../../../trpc/context.ts'

const mostShown = 8

/** Tables of a cluster whose name holds the text; asks nothing before two characters. */
export function useTableSearch(cluster: string | null, search: string) {
  const trpc = useTRPC()
  const text = useDeferredValue(search.trim())
  return useQuery(
    trpc.tables.list.queryOptions(
      { cluster: cluster ?? '', search: text, limit: mostShown },
      {
        enabled: cluster !== null && text.length >= 2,
        placeholderData: keepPreviousData,
        select: (page) => page.rows.map(({ database, table }) => ({ database, table })),
      },
    ),
  )
}
