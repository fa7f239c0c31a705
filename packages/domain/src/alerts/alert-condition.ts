import { type AlertKind, alertKinds } from './alert-rule.ts'

/** The query behind an alert's figures, so that a person can run it too. */
export interface AlertEvidence {
  node: string | null
  /** Empty where the figures come from Frostline's own ledger. */
  sql: string
}

/** A condition that holds now. A kind and a subject make one alert, however many nodes show it. */
export interface AlertCondition {
  kind: AlertKind
  /** Unique within kind and cluster, such as a node, or `database.table`. */
  subject: string
  title: string
  text: string
  /** Nodes that show the condition. It cannot clear while one of them is unreachable. */
  nodes: readonly string[]
  evidence: readonly AlertEvidence[]
  /** For links: the table, the tier migration or the exit it is about. */
  table: { database: string; table: string } | null
  migrationId: string | null
  /** The exit from zero-copy replication. */
  exitId: string | null
}

type Draft = Omit<AlertCondition, 'kind' | 'title' | 'table' | 'migrationId' | 'exitId'> &
  Partial<Pick<AlertCondition, 'table' | 'migrationId' | 'exitId'>>

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
