import type { Run, RunEnd, RunRef, Transaction } from '@frostline/db'
import type { RunKind, RunStatus } from '@frostline/domain'
import type { AuditFacts } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import type { BegunRun } from './run-task.ts'

/** What a kind of run adds to what all have in common. */
export interface WorkOfKind {
  kind: RunKind
  /** Runs that one worker drives at the same time. */
  maxAtOnce: number
  /** What a person does about a run that was given up. Left out: `retry`. */
  remedy?: string
  /** Whether it is its turn: asked before it takes a place, and once more in the transaction that begins it. Left out: it is. */
  mayBegin?: (tx: Transaction, ref: RunRef) => Promise<boolean>
  /** Releases waiting runs whose date has come. Called before the dispatcher looks for runs to drive. */
  releaseDue?: (deps: WorkflowDeps) => Promise<void>
  /** One go at the run, from wherever the ledger stands. Throws StaleWriterError when it is not the current start. */
  drive: (begun: BegunRun) => Promise<void>
  /** Reads the cluster a last time while this worker still has the run. A failure is logged, and the run ends anyway. */
  beforeEnd?: (begun: BegunRun) => Promise<void>
  /** What became of all that belongs to it, when a worker can do no more. */
  judge: (tx: Transaction, run: Run, now: Date) => Promise<RunEnd>
  /** Where it deletes many rows. Left out: as the ledger has it. */
  judgeTimeoutMs?: number
  /** For the audit: what it was about, whether some of it was done, its figures, and what was sent. */
  describe: (
    tx: Transaction,
    id: string,
  ) => Promise<{
    objectName: string
    didSome: boolean
    /** As people read it. Left out: that of the run. */
    status?: RunStatus
    details: NonNullable<AuditFacts['details']>
    statements?: NonNullable<AuditFacts['statements']>
    /** Left out: the run, and that it finished. */
    objectType?: string
    objectId?: string
    action?: string
  }>
  /** What was sent until a pause stands in the audit too. */
  auditsPause?: true
  /** Once its end is written. Whoever dies before leaves it to a sweep. */
  afterwards?: (deps: WorkflowDeps, id: string) => Promise<void>
}
