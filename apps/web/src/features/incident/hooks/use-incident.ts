'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useChartRange } from '@/features/time-range/use-chart-range.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPC } from '@/trpc/context.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type IncidentAnswer = RouterOutputs['incidents']['get']
export type IncidentData = IncidentAnswer['data']
export type IncidentLine = IncidentData['series'][number]
export type IncidentMark = IncidentData['marks'][number]
export type IncidentCause = IncidentData['explanation']['causes'][number]
export type FrozenIncident = RouterOutputs['incidents']['freeze']

/** What is shown instead of the cluster. Null: it is the cluster. */
export function frozenOf(answer: IncidentAnswer | undefined): FrozenIncident | null {
  if (!answer || !('frozen' in answer)) return null
  return (answer as RouterOutputs['incidents']['getFrozen']).frozen
}

/** A range that ends now grows; one that is fixed is read once. */
const everyMs = 60_000
const params = { frozen: textParam() }

/** The frozen incident in the URL. Empty: the page reads the cluster. */
export function useFrozenId() {
  const [{ frozen }, setUrl] = useUrlState(params)
  return { frozen, open: (id: string) => setUrl({ frozen: id }, { history: 'push' }) }
}

/** What the cluster has now, or a frozen incident. */
export function useIncident(cluster: string) {
  const trpc = useTRPC()
  const { input, isZoomed } = useChartRange('1h')
  const { frozen } = useFrozenId()
  const live = useQuery({
    ...trpc.incidents.get.queryOptions({ cluster, ...input }),
    enabled: frozen === '',
    refetchInterval: isZoomed ? false : everyMs,
    placeholderData: keepPreviousData,
  })
  const kept = useQuery({
    ...trpc.incidents.getFrozen.queryOptions({ cluster, id: frozen }),
    enabled: frozen !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return frozen === '' ? live : kept
}
