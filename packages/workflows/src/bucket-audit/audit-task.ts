import { type BucketAudit, type BucketAuditRun, changeBucketAudit, wantsBucketAudit } from '@frostline/db'
import type { OpenSource } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

const holdMs = 400

/** The world keeps the run from going on for good: it fails with this text. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault'
}

/** Everything that one run of an audit works with. */
export class AuditTask {
  #orders: { value: Promise<boolean>; readAtMs: number } | null = null
  #waitReason: string | null

  constructor(
    readonly deps: WorkflowDeps,
    readonly run: BucketAuditRun,
    readonly audit: BucketAudit,
    readonly source: OpenSource,
    readonly announce: () => void,
    /** A replica that does not answer for this long keeps the audit from a conclusion. */
    readonly patienceMs: number,
  ) {
    this.#waitReason = audit.waitReason
  }

  /**
   * A person wants no more of it. Read at most a few times a second. Throws StaleWriterError when the run is not the current
   * one any more, AuditFault over its time limit.
   */
  async stopped(): Promise<boolean> {
    this.#refuseLate()
    const now = performance.now()
    if (!this.#orders || now - this.#orders.readAtMs >= holdMs) {
      const value = wantsBucketAudit(this.deps.db, this.run).then((wanted) => !wanted)
      this.#orders = { value, readAtMs: now }
      value.catch(() => {
        this.#orders = null
      })
    }
    return this.#orders.value
  }

  /** Until its time limit. */
  get leftMs(): number {
    const { startedAt, timeLimitMinutes } = this.audit
    const begun = (startedAt ?? this.deps.now()).getTime()
    return begun + timeLimitMinutes * 60_000 - this.deps.now().getTime()
  }

  #refuseLate(): void {
    if (this.leftMs > 0) return
    throw new AuditFault(
      `It took longer than ${this.audit.timeLimitMinutes} minutes. Start one with more time, or over fewer prefixes.`,
    )
  }

  /** What it waits for, for people. Null: it goes on. */
  async wait(reason: string | null): Promise<void> {
    if (reason === this.#waitReason) return
    this.#waitReason = reason
    await changeBucketAudit(this.deps.db, this.run, { waitReason: reason })
    this.announce()
  }
}
