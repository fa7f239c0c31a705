import type { Run, RunEnd, RunRef, Transaction } from '@frostline/db'
import type { RunKind, RunStatus } from '@frostline/domain'
import type { AuditFacts } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import type { BegunRun } from './run-task.ts'

/** What a kind of run adds to the common part. */
export interface WorkOfKind {
  kind: RunKind
  /** Runs that one worker drives at the same time. */
  maxAtOnce: number
  /** What a person can do about a failed run. Omitted: `retry`. */
  remedy?: string
  /**
   * Whether it is its turn: checked before it takes a slot, and again in the transaction that starts it. Omitted: it
   * is.
   */
  mayBegin?: (tx: Transaction, ref: RunRef) => Promise<boolean>
  /** Releases waiting runs whose date has come. Called before each look for runs to drive. */
  releaseDue?: (deps: WorkflowDeps) => Promise<void>
  /** Asks nodes and stores apart from runs, which may take minutes. Called again and again, one at a time, beside the sweep. */
  tend?: (deps: WorkflowDeps) => Promise<void>
  /** One drive of the run, continued from the ledger. Throws StaleWriterError when it is not the current generation. */
  drive: (begun: BegunRun) => Promise<void>
  /**
   * Reads the cluster a last time while this worker still has the run. A failure is logged, and the run ends anyway.
   */
  beforeEnd?: (begun: BegunRun) => Promise<void>
  /** The result from its children, when a worker can do no more. */
  judge: (tx: Transaction, run: Run, now: Date) => Promise<RunEnd>
  /** For kinds that delete many rows. Omitted: the ledger's default. */
  judgeTimeoutMs?: number
  /** For the audit: its subject, whether some of it was done, its figures, and what was sent. */
  describe: (
    tx: Transaction,
    id: string,
  ) => Promise<{
    objectName: string
    didSome: boolean
    /** The status shown to people. Omitted: that of the run. */
    status?: RunStatus
    details: NonNullable<AuditFacts['details']>
    statements?: NonNullable<AuditFacts['statements']>
    /** Omitted: the run, and that it finished. */
    objectType?: string
    objectId?: string
    action?: string
  }>
  /** What was sent before a pause is audited too. */
  auditsPause?: true
  /** Runs after its end is recorded. After a crash before that, a sweep does it. */
  afterwards?: (deps: WorkflowDeps, id: string) => Promise<void>
}
