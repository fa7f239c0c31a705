'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useChartRange } from '@/features/time-range/use-chart-range.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type IncidentAnswer = RouterOutputs['incidents']['get']
export type IncidentData = IncidentAnswer['data']
export type IncidentLine = IncidentData['series'][number]
export type IncidentMark = IncidentData['marks'][number]
export type IncidentCause = IncidentData['explanation']['causes'][number]

/** A range that ends now grows; one that is fixed is read once. */
const everyMs = 60_000

export function useIncident(cluster: string) {
  const trpc = useTRPC()
  const { input, isZoomed } = useChartRange('1h')
  return useQuery({
    ...trpc.incidents.get.queryOptions({ cluster, ...input }),
    refetchInterval: isZoomed ? false : everyMs,
    placeholderData: keepPreviousData,
  })
}
