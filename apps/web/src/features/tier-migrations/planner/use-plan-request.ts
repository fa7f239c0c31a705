'use client'
import { type TierMigrationGoal, type TierMigrationLimits, tierMigrationLimits } from '@frostline/domain'
import { useDeferredValue } from 'react'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import {
  choiceParam,
  flagParam,
  integerParam,
  namesParam,
  textParam,
  type UrlParam,
} from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'

/** Invalid values in an edited link mean no limit. */
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
  by: choiceParam(['map', 'age', 'align'] as const, 'map'),
  align: choiceParam(['most-bytes', 'coldest', 'replica'] as const, 'most-bytes'),
  replica: integerParam(1, 1),
  partitions: namesParam(),
  before: textParam(),
  to: textParam(),
  pace: paceParam,
  optimize: flagParam(),
  deep: flagParam(),
}

/** The planner's request, kept in the URL; `request` is null until it is complete. */
export function usePlanRequest(at: ClusterTable) {
  const [state, setState] = useUrlState(params)
  const goal = goalOf(state)
  const request = !goal
    ? null
    : goal.kind === 'align-replicas'
      ? { ...at, goal, limits: state.pace, deepCheck: state.deep }
      : state.to === ''
        ? null
        : {
            ...at,
            targetVolume: state.to,
            goal,
            limits: state.pace,
            optimizeFirst: state.optimize,
            deepCheck: state.deep,
          }
  // Selecting cells by dragging must not wait for a plan per cell.
  const deferred = useDeferredValue(JSON.stringify(request))
  return {
    state,
    setState,
    request: deferred === 'null' ? null : (JSON.parse(deferred) as NonNullable<typeof request>),
  }
}

interface Choices {
  by: 'map' | 'age' | 'align'
  partitions: ReadonlySet<string>
  before: string
  align: 'most-bytes' | 'coldest' | 'replica'
  replica: number
}

function goalOf(state: Choices): TierMigrationGoal | null {
  if (state.by === 'align') {
    const { align: to, replica } = state
    return { kind: 'align-replicas', to, ...(to === 'replica' ? { replica } : {}) }
  }
  if (state.by === 'map')
    return state.partitions.size === 0
      ? null
      : { kind: 'partitions', partitionIds: [...state.partitions].sort() }
  return /^\d{4}-\d{2}-\d{2}$/.test(state.before)
    ? { kind: 'older-than', before: `${state.before}T00:00:00Z` }
    : null
}
