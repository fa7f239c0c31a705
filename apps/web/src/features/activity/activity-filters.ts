import { runStatuses } from '@frostline/domain'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import { flagParam, optionalChoiceParam, textParam, type UrlState } from '../../navigation/url-params.ts'
import { readTimeRange, timeRangeParams } from '../time-range/read-time-range.ts'
import { activityKinds } from './activity.ts'

export const activityStates = ['open', 'ended', ...runStatuses] as const

/** URL parameters: a link shows the same runs. */
export const activityParams = {
  /** Of all clusters, not only of the one in the path. */
  all: flagParam(),
  kind: optionalChoiceParam(activityKinds),
  state: optionalChoiceParam(activityStates),
  mine: flagParam(),
  text: textParam(),
  ...timeRangeParams('7d'),
}

export type ActivityState = UrlState<typeof activityParams>

export type ActivityQuery = Omit<RouterInputs['runs']['list'], 'after' | 'cursor' | 'limit'> & {
  from?: Date
  to?: Date
}

export const activityPageSize = 100

export const noFilters = {
  kind: null,
  state: null,
  mine: false,
  text: '',
  range: 'any',
  from: '',
  to: '',
} satisfies Partial<ActivityState>

export function isFiltered(state: ActivityState): boolean {
  return Object.entries(noFilters).some(([key, none]) => state[key as keyof typeof noFilters] !== none)
}

/** Whether only the time range filters runs. */
export function isOnlyRanged(state: ActivityState): boolean {
  return isFiltered(state) && !isFiltered({ ...state, range: 'any', from: '', to: '' })
}

export function toActivityQuery(cluster: string, state: ActivityState, openedAt: Date): ActivityQuery {
  const { all, kind, state: status, mine, text } = state
  return {
    ...(all ? {} : { cluster }),
    ...(kind ? { kind } : {}),
    ...(status ? { state: status } : {}),
    ...(mine ? { mine } : {}),
    ...(text.trim() ? { text: text.trim() } : {}),
    ...readTimeRange(state, openedAt),
  }
}

/** URL of the same runs as CSV. */
export function exportAddress(query: ActivityQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, value instanceof Date ? value.toISOString() : String(value))
  return `/api/activity?${search}`
}
