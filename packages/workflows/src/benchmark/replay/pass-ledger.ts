import { type BenchmarkFence, type NewReplayRun, recordBenchmarkStep, recordReplayRuns } from '@frostline/db'
import type { PassFigures } from '@frostline/domain'
import type { BenchmarkTask } from '../benchmark-task.ts'

/**
 * Results are written in batches: a write for each would be slower than the queries. A crash loses this much of them.
 */
const writeEveryMs = 250

/** Positions are reserved ahead, up to this many, so that no query waits for it. */
const maxAhead = 256

/**
 * Ledger writes of a running pass. A position is reserved before its query is sent; results are written several times a
 * second. Reserved positions without a result, after a crash, may have been sent.
 */
export class PassLedger {
  readonly figures: PassFigures
  readonly #ended: NewReplayRun[] = []
  /** One write after another: an older one must not overwrite a newer. */
  #writing: Promise<void> = Promise.resolve()
  #wantedReserved: number
  /** The position at which the last reservation was requested. */
  #reservedAt = Number.POSITIVE_INFINITY
  #writtenAtMs = performance.now()

  constructor(
    private readonly task: BenchmarkTask,
    private readonly fence: BenchmarkFence,
    begun: PassFigures,
    private readonly concurrency: number,
  ) {
    this.figures = { ...begun }
    this.#wantedReserved = begun.reserved
  }

  /** Resolves when the query at this position may be sent. Throws StaleWriterError. */
  async reserve(place: number): Promise<void> {
    // As many again as were sent since the last time: after a crash at most these may have been sent.
    const sent = Math.max(0, place - this.#reservedAt)
    const ahead = Math.min(maxAhead, Math.max(2 * this.concurrency, sent))
    if (place + ahead / 2 >= this.#wantedReserved) {
      this.#wantedReserved = place + ahead
      this.#reservedAt = place
      this.#write()
    }
    while (place >= this.figures.reserved) await this.#writing
  }

  note(ended: NewReplayRun): void {
    this.#ended.push(ended)
  }

  /** Whether it is time to write. */
  get isDue(): boolean {
    return performance.now() - this.#writtenAtMs >= writeEveryMs
  }

  /** Writes the results so far. Throws StaleWriterError. */
  async flush(): Promise<void> {
    const ended = this.#ended.splice(0)
    await this.#write()
    if (ended.length === 0) return
    await recordReplayRuns(this.task.deps.db, this.task.run, ended)
    this.task.announce()
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const now = performance.now()
      this.figures.activeMs += now - this.#writtenAtMs
      this.#writtenAtMs = now
      const figures = { reserved: this.#wantedReserved, activeMs: this.figures.activeMs }
      await recordBenchmarkStep(this.task.deps.db, this.fence, { figures })
      this.figures.reserved = figures.reserved
    })
    // The caller that needs it awaits it, and gets the failure.
    this.#writing.catch(() => undefined)
    return this.#writing
  }
}
