import type { BucketAudit } from '@frostline/db'
import type { OpenSource } from '@frostline/services'
import { type BegunRun, RunTask } from '../run/run-task.ts'

/** A permanent obstacle: the run fails with this text. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault'
}

/** State of one generation of an audit. */
export class AuditTask extends RunTask {
  readonly #endsAtMs: number

  constructor(
    begun: BegunRun,
    readonly audit: BucketAudit,
    readonly source: OpenSource,
    /** A replica that does not answer for this long prevents a conclusion. */
    readonly patienceMs: number,
  ) {
    super(begun)
    this.#endsAtMs = (begun.run.startedAt ?? begun.deps.now()).getTime() + audit.timeLimitMinutes * 60_000
  }

  /** Also throws AuditFault after its time limit. */
  override async stopped(): Promise<boolean> {
    const stopped = await super.stopped()
    if (!stopped) this.#refuseLate()
    return stopped
  }

  /** Until its time limit. */
  get leftMs(): number {
    return this.#endsAtMs - this.deps.now().getTime()
  }

  #refuseLate(): void {
    if (this.leftMs > 0) return
    const { timeLimitMinutes } = this.audit
    const limit = timeLimitMinutes === 1 ? 'a minute' : `${timeLimitMinutes} minutes`
    throw new AuditFault(
      this.waitReason === null
        ? `It did not end within ${limit}. Start one with more time or fewer prefixes.`
        : `It did not end within ${limit}. Last wait: ${this.waitReason}`,
    )
  }
}
