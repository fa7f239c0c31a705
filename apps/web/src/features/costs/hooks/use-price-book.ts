'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'

/** The prices of a cluster. When somebody sets others, every amount on the page is read again. */
export function usePriceBook(cluster: string) {
  const trpc = useTRPC()
  useReadAgain('cluster', [trpc.costs.pathFilter()])
  return useQuery(trpc.costs.priceBook.queryOptions({ cluster }))
}

/** Refused, because others have set prices meanwhile: then those are read, and to be seen. */
export function useSetPriceBook() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.costs.pathKey())
  return useMutation(trpc.costs.setPriceBook.mutationOptions(handlers('set the prices')))
}
