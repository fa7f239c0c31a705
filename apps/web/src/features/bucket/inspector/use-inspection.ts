'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'

/** Each node reads the metadata of every file: once, when the page is opened. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false } as const

export function useObject(cluster: string, key: string) {
  const trpc = useTRPC()
  return useQuery({ ...trpc.bucketAudits.object.queryOptions({ cluster, key }), ...once })
}

export interface PartOfNode {
  node: string
  database: string
  table: string
  part: string
}

export function usePartObjects(cluster: string, of: PartOfNode) {
  const trpc = useTRPC()
  return useQuery({ ...trpc.bucketAudits.part.queryOptions({ cluster, ...of }), ...once })
}
