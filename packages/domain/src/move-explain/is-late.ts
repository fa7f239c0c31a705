import type { PartExplanation } from './explain-part.ts'
import { placementReasons } from './placement-reason.ts'

/** Due and not moved. A part without TTL information is not late: the server does not know when it would be due. */
export function isLate({ reason, dueMs }: Pick<PartExplanation, 'reason' | 'dueMs'>, nowMs: number): boolean {
  return placementReasons[reason].state !== 'settled' && dueMs !== null && dueMs <= nowMs
}

/** Past its rule by the times of its rows, but without TTL information: the server never moves it by itself. */
export function isOverdue(
  { reason, estimate }: Pick<PartExplanation, 'reason' | 'estimate'>,
  nowMs: number,
): boolean {
  return reason === 'no-ttl-info' && estimate !== null && estimate.dueMs <= nowMs
}
