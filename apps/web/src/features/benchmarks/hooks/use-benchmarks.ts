'use client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { byPages } from '@/trpc/more-rows.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type BenchmarkSummary, isActiveBenchmark } from '../benchmark.ts'

/** Benchmarks of one kind, newest first. */
export function useBenchmarks(cluster: string, kind: BenchmarkSummary['kind']) {
  const trpc = useTRPC()
  const options = trpc.benchmarks.list.infiniteQueryOptions({ cluster, kind, limit: 50 }, byPages)
  useReadAgain('benchmark', [{ queryKey: options.queryKey }])
  return useInfiniteQuery(options)
}

/** Stays up to date: refetched on each announced change, and polled slowly for unannounced ones. */
export function useTierBenchmark(id: string, enabled = true) {
  const trpc = useTRPC()
  const options = trpc.benchmarks.tiers.queryOptions({ id })
  useReadAgain('benchmark', [{ queryKey: options.queryKey }], id)
  return useQuery({
    ...options,
    enabled,
    refetchInterval: (now) => (now.state.data && mayChange(now.state.data) ? 5_000 : false),
  })
}

export function useDiskCheck(id: string) {
  const trpc = useTRPC()
  const options = trpc.benchmarks.conformance.queryOptions({ id })
  useReadAgain('benchmark', [{ queryKey: options.queryKey }], id)
  return useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && mayChange(now.state.data) ? 5_000 : false),
  })
}

export function useReplay(id: string, enabled = true) {
  const trpc = useTRPC()
  const options = trpc.benchmarks.replay.queryOptions({ id })
  useReadAgain('benchmark', [{ queryKey: options.queryKey }], id)
  return useQuery({
    ...options,
    enabled,
    refetchInterval: (now) => (now.state.data && isActiveBenchmark(now.state.data) ? 5_000 : false),
  })
}

function mayChange(bench: Pick<BenchmarkSummary, 'status'> & { scratchLeft: readonly unknown[] }): boolean {
  return isActiveBenchmark(bench) || bench.scratchLeft.length > 0
}

/** Actions; an error is shown as a toast with its hint. */
export function useBenchmarkActions() {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.benchmarks.pathKey())
  const { startTiers, startConformance, startReplay, cancel } = trpc.benchmarks
  return {
    startTiers: useMutation(startTiers.mutationOptions(handlers('start the benchmark'))),
    startConformance: useMutation(startConformance.mutationOptions(handlers('start the check'))),
    startReplay: useMutation(startReplay.mutationOptions(handlers('start the replay'))),
    cancel: useMutation(cancel.mutationOptions(handlers('cancel the benchmark'))),
  }
}
