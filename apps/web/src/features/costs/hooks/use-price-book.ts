'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

/** A cluster's prices. When someone changes them, every amount on the page is refetched. */
export function usePriceBook(cluster: string) {
  const trpc = useTRPC()
  useReadAgain('cluster', [trpc.costs.pathFilter()])
  return useQuery(trpc.costs.priceBook.queryOptions({ cluster }))
}

/** Rejected because others have changed the prices meanwhile: then those are fetched and shown. */
export function useSetPriceBook() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.costs.pathKey())
  return useMutation(trpc.costs.setPriceBook.mutationOptions(handlers('set the prices')))
}
