'use client'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'

export type LookQuestion = Required<RouterInputs['benchmarks']['replayLook']>

/** Fetched once on request: it reads logs, which may be large. */
export function useReplayLook(asked: LookQuestion | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.benchmarks.replayLook.queryOptions(asked ?? never),
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** A query key while nothing is requested. */
const never: LookQuestion = {
  cluster: '-',
  filter: { since: new Date(0), until: new Date(1) },
  rules: {},
  movesDatabase: false,
}
