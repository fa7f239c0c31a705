import { oddityKinds } from '@frostline/domain'
import {
  optionalChoiceParam,
  sortParam,
  textParam,
  type UrlSort,
  type UrlState,
} from '../../navigation/url-params.ts'
import type { RouterInputs } from '../../trpc/router-inputs.ts'

export const fleetSorts = [
  ...(['name', 'cluster', 'bytes', 'cold', 'partitions'] as const),
  ...(['partsPerPartition', 'growth', 'nextDue', 'oddities'] as const),
]

export const fleetPageSize = 100

/** URL parameters: a link shows the same tables. */
export const fleetParams = {
  q: textParam(),
  cluster: textParam(),
  oddity: optionalChoiceParam(['any', ...oddityKinds] as const),
  tier: optionalChoiceParam(['hot', 'cold'] as const),
  sort: sortParam(fleetSorts, { id: 'oddities', desc: true }),
  /** The saved view that was chosen. The filter may differ from it meanwhile. */
  view: textParam(),
  /** The table whose details are open, as rowIdOf writes it. */
  row: textParam(),
}

export type FleetState = UrlState<typeof fleetParams>

export type FleetFilter = RouterInputs['fleet']['saveView']['filter']

export const noFilters = { q: '', cluster: '', oddity: null, tier: null } satisfies Partial<FleetState>

export function isFiltered(state: FleetState): boolean {
  return Object.entries(noFilters).some(([key, none]) => state[key as keyof typeof noFilters] !== none)
}

export function toFilter({ q, cluster, oddity, tier, sort }: FleetState): FleetFilter {
  return {
    search: q,
    ...(cluster === '' ? {} : { cluster }),
    ...(oddity === null ? {} : { oddity }),
    ...(tier === null ? {} : { tier }),
    sort: fleetSorts.find((id) => id === sort?.id) ?? 'name',
    direction: sort?.desc ? 'desc' : 'asc',
  }
}

/** The state of the page that shows a view. */
export function fromFilter(filter: FleetFilter): Omit<FleetState, 'view' | 'row'> {
  const sort: UrlSort = { id: filter.sort ?? 'oddities', desc: (filter.direction ?? 'desc') === 'desc' }
  return {
    q: filter.search ?? '',
    cluster: filter.cluster ?? '',
    oddity: filter.oddity ?? null,
    tier: filter.tier ?? null,
    sort,
  }
}

/** Whether the page shows something else than a view. */
export function differs(state: FleetState, filter: FleetFilter): boolean {
  return JSON.stringify(toFilter(state)) !== JSON.stringify(toFilter({ ...state, ...fromFilter(filter) }))
}

/** URL of the same tables as CSV. */
export function exportAddress(filter: FleetFilter): string {
  return `/api/fleet?${new URLSearchParams(filter as Record<string, string>)}`
}
