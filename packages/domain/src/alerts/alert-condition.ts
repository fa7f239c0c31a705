import { type AlertKind, alertKinds } from './alert-rule.ts'

/** Where the figures of an alert come from: what a person runs to see them too. */
export interface AlertEvidence {
  node: string | null
  /** Empty where the ledger of this console says it. */
  sql: string
}

/** Something that is so at this moment. One kind and subject is one alert, however many nodes show it. */
export interface AlertCondition {
  kind: AlertKind
  /** Unique within kind and cluster, such as a node, or `database.table`. */
  subject: string
  title: string
  text: string
  /** Nodes that show it: it is not over while one of them cannot be read. */
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
