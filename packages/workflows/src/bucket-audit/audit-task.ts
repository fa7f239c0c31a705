import { type BucketAudit, type BucketAuditRun, changeBucketAudit, wantsBucketAudit } from '@frostline/db'
import type { OpenSource } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'
import { WaitLine } from '../wait-line.ts'

/** The world keeps the run from going on for good: it fails with this text. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault'
}

/** Everything that one run of an audit works with. */
export class AuditTask {
  readonly #stopped: Held<boolean>
  readonly #waiting: WaitLine

  constructor(
    readonly deps: WorkflowDeps,
    readonly run: BucketAuditRun,
    readonly audit: BucketAudit,
    readonly source: OpenSource,
    readonly announce: () => void,
    /** A replica that does not answer for this long keeps the audit from a conclusion. */
    readonly patienceMs: number,
  ) {
    this.#stopped = new Held(ordersHoldMs, async () => !(await wantsBucketAudit(deps.db, run)))
    this.#waiting = new WaitLine(audit.waitReason, async (waitReason) => {
      await changeBucketAudit(deps.db, run, { waitReason })
      announce()
    })
  }

  /**
   * A person wants no more of it. Read at most a few times a second. Throws StaleWriterError when the run is not the current
   * one any more, AuditFault over its time limit.
   */
  async stopped(): Promise<boolean> {
    this.#refuseLate()
    return this.#stopped.read()
  }

  /** Until its time limit. */
  get leftMs(): number {
    const { startedAt, timeLimitMinutes } = this.audit
    const begun = (startedAt ?? this.deps.now()).getTime()
    return begun + timeLimitMinutes * 60_000 - this.deps.now().getTime()
  }

  #refuseLate(): void {
    if (this.leftMs > 0) return
    const { timeLimitMinutes } = this.audit
    const limit = timeLimitMinutes === 1 ? 'a minute' : `${timeLimitMinutes} minutes`
    throw new AuditFault(
      this.#waiting.text === null
        ? `It did not end within ${limit}. Start one with more time or fewer prefixes.`
        : `It did not end within ${limit}. Last wait: ${this.#waiting.text}`,
    )
  }

  /** What it waits for, for people. Null: it goes on. */
  wait(reason: string | null): Promise<void> {
    return this.#waiting.tell(reason)
  }
}
