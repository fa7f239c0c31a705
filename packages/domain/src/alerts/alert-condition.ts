import { type AlertKind, type AlertSeverity, alertKinds } from './alert-rule.ts'

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
  severity: AlertSeverity
  /** Nodes that show the condition. It cannot clear while one of them is unreachable. */
  nodes: readonly string[]
  evidence: readonly AlertEvidence[]
  /** For links: the table, the tier migration or the exit it is about. */
  table: { database: string; table: string } | null
  migrationId: string | null
  /** The exit from zero-copy replication. */
  exitId: string | null
  /** The custom rule that it is of. */
  customRuleId: string | null
}

type Optional = 'title' | 'severity' | 'table' | 'migrationId' | 'exitId' | 'customRuleId'
type Draft = Omit<AlertCondition, 'kind' | Optional> & Partial<Pick<AlertCondition, Optional>>

export function makeCondition(kind: AlertKind, draft: Draft): AlertCondition {
  const { title, severity } = alertKinds[kind]
  return {
    ...{ table: null, migrationId: null, exitId: null, customRuleId: null },
    title: `${title}: ${draft.subject}`,
    severity,
    ...draft,
    kind,
  }
}
