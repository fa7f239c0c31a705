'use client'
import { type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import { useDeferredValue } from 'react'
import { choiceParam, flagParam, namesParam, textParam, type UrlParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'

/** An edited link that says nothing sensible limits nothing. */
const paceParam: UrlParam<TierMigrationLimits> = {
  read: (raw) => readPace(raw),
  write: (limits) => (Object.keys(limits).length === 0 ? null : JSON.stringify(limits)),
}

function readPace(raw: string | null): TierMigrationLimits {
  try {
    return tierMigrationLimits.parse(JSON.parse(raw ?? '{}'))
  } catch {
    return {}
  }
}

const params = {
  by: choiceParam(['map', 'age'] as const, 'map'),
  partitions: namesParam(),
  before: textParam(),
  to: textParam(),
  pace: paceParam,
  optimize: flagParam(),
  deep: flagParam(),
}

export interface PlanTable {
  cluster: string
  database: string
  table: string
}

/** What the planner is asked for, kept in the address; `request` is null until it is complete. */
export function usePlanRequest(at: PlanTable) {
  const [state, setState] = useUrlState(params)
  const goal = goalOf(state)
  const request =
    goal && state.to !== ''
      ? {
          ...at,
          targetVolume: state.to,
          goal,
          limits: state.pace,
          optimizeFirst: state.optimize,
          deepCheck: state.deep,
        }
      : null
  // Marking cells by dragging must not wait for the plan of each.
  const deferred = useDeferredValue(JSON.stringify(request))
  return {
    state,
    setState,
    request: deferred === 'null' ? null : (JSON.parse(deferred) as NonNullable<typeof request>),
  }
}

function goalOf(state: { by: 'map' | 'age'; partitions: ReadonlySet<string>; before: string }) {
  if (state.by === 'map')
    return state.partitions.size === 0
      ? null
      : ({ kind: 'partitions', partitionIds: [...state.partitions].sort() } as const)
  return /^\d{4}-\d{2}-\d{2}$/.test(state.before)
    ? ({ kind: 'older-than', before: `${state.before}T00:00:00Z` } as const)
    : null
}
