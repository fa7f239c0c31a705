'use client'
import { addSample, estimateProgress, type ProgressSample } from '@frostline/domain'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTRPC } from '@/trpc/context.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { isActive } from '../status.ts'

/**
 * Stays up to date: refetched on each announced change. The slow poll is for unannounced ones, such as a dead worker.
 */
export function useMigration(id: string) {
  const trpc = useTRPC()
  const options = trpc.tierMigrations.get.queryOptions({ id })
  const query = useQuery({
    ...options,
    refetchInterval: (now) => (now.state.data && isActive(now.state.data) ? 5000 : false),
  })
  useReadAgain('tier-migration', [{ queryKey: options.queryKey }], id)
  return query
}

/** Rate and time left from what this page has observed. */
export function useProgressRate(
  doneBytes: bigint,
  left: { leftBytes: bigint; maxBytesPerSecond: bigint | null },
  seenAtMs: number,
) {
  const [samples, setSamples] = useState<readonly ProgressSample[]>([])
  useEffect(() => setSamples((kept) => addSample(kept, { atMs: seenAtMs, doneBytes })), [doneBytes, seenAtMs])
  return estimateProgress(samples, left)
}
