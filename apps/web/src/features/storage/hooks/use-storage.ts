'use client'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { useObservedQuery } from '@/trpc/use-observed-query.ts'

export type Storage = RouterOutputs['storage']['get']['data']
export type StorageNode = Storage['byNode'][number]
export type StoragePolicy = Storage['policies'][number]
export type Volume = StoragePolicy['volumes'][number]
export type StorageDifference = Storage['differences'][number]

export function useStorage(cluster: string) {
  const trpc = useTRPC()
  return useObservedQuery(trpc.storage.get.queryOptions({ cluster }))
}
