'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActiveBenchmark } from '../benchmark.ts'

/** Stays up to date, also until its tables are dropped. */
export function useDiskBenchmark(id: string, enabled = true) {
  const trpc = useTRPC()
  const options = trpc.benchmarks.disk.queryOptions({ id })
  useReadAgain('benchmark', [{ queryKey: options.queryKey }], id)
  return useQuery({
    ...options,
    enabled,
    refetchInterval: ({ state: { data } }) =>
      data && (isActiveBenchmark(data) || data.scratchLeft.length > 0) ? 5_000 : false,
  })
}

export function useStartDisk() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.benchmarks.pathKey())
  return useMutation(trpc.benchmarks.startDisk.mutationOptions(handlers('start the benchmark')))
}
