import { optionalChoiceParam, textParam, type UrlState } from '@/navigation/url-params.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import { readTimeRange, timeRangeParams } from '../time-range/read-time-range.ts'
import { outcomes } from './audit-entry.ts'

/** URL parameters: a link shows the same entries. */
export const auditParams = {
  /** Part of a name. */
  actor: textParam(),
  /** A whole action, or a noun with a trailing dot. */
  action: textParam(),
  /** Part of a name. */
  object: textParam(),
  /** Id of a cluster. */
  cluster: textParam(),
  outcome: optionalChoiceParam(outcomes),
  ...timeRangeParams('any'),
  /** Id of the entry whose drawer is open. */
  entry: textParam(),
}

export type AuditState = UrlState<typeof auditParams>

type AuditQuery = Omit<NonNullable<RouterInputs['audit']['list']>, 'cursor' | 'limit'>

export function toAuditQuery(state: AuditState, openedAt: Date): AuditQuery {
  const { actor, action, object, cluster, outcome } = state
  return {
    ...(actor.trim() ? { actor: actor.trim() } : {}),
    ...(action ? { action } : {}),
    ...(object.trim() ? { object: object.trim() } : {}),
    ...(cluster ? { clusterId: cluster } : {}),
    ...(outcome ? { outcome } : {}),
    ...readTimeRange(state, openedAt),
  }
}

export const noFilters = {
  actor: '',
  action: '',
  object: '',
  cluster: '',
  outcome: null,
  range: 'any',
  from: '',
  to: '',
} satisfies Partial<AuditState>

/** The same entries as JSON lines. */
export function auditExportAddress(query: AuditQuery): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, value instanceof Date ? value.toISOString() : String(value))
  return `/api/audit/export?${search}`
}
