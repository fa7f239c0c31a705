'use client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'

/** A folder of a bucket, page by page as the store gives it. */
export function useFolder(at: { id: string; bucket: string; prefix: string }) {
  const trpc = useTRPC()
  const query = useInfiniteQuery(
    trpc.sources.objects.infiniteQueryOptions(
      { ...at, pageSize: 500 },
      {
        enabled: at.bucket !== '',
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        placeholderData: keepPreviousData,
        refetchOnWindowFocus: false,
      },
    ),
  )
  const pages = query.data?.pages ?? []
  return {
    query,
    prefixes: [...new Set(pages.flatMap((page) => page.prefixes))],
    objects: pages.flatMap((page) => page.objects),
  }
}
