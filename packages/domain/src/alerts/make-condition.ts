import type { AlertCondition } from './alert-condition.ts'
import { type AlertKind, alertKinds } from './alert-rule.ts'

type Draft = Omit<AlertCondition, 'kind' | 'title' | 'table' | 'migrationId' | 'exitId'> &
  Partial<Pick<AlertCondition, 'table' | 'migrationId' | 'exitId'>>

/** A condition with the title that all of its kind have. */
export function makeCondition(kind: AlertKind, draft: Draft): AlertCondition {
  return {
    table: null,
    migrationId: null,
    exitId: null,
    ...draft,
    kind,
    title: `${alertKinds[kind].title}: ${draft.subject}`,
  }
}
