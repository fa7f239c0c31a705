import { type LoadSampleRow, type NodeClient, QueryFailedError, sampleLoad } from '@frostline/clickhouse'
import { findPacingBreaches, PaceGovernor, type PacingLimits, type PacingSample } from '@frostline/domain'

const LOOK_EVERY_MS = 2000

/** Short enough to see a change soon, long enough to hold some queries of a quiet node. */
const WINDOW_SECONDS = 10

/** Looks at what a node does for others, and tells how fast a migration may go on it. Its clock is performance.now(). */
export class LoadGauge {
  readonly governor = new PaceGovernor()
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #last: LoadSampleRow | null = null
  #looking: Promise<void> | null = null

  /** Looks again when the last look is two seconds old. A node that does not answer counts as a breach. */
  async refresh(client: NodeClient, limits: PacingLimits): Promise<void> {
    if (performance.now() - this.#lookedAtMs < LOOK_EVERY_MS) return
    this.#looking ??= this.#look(client, limits).finally(() => {
      this.#looking = null
    })
    await this.#looking
  }

  async #look(client: NodeClient, limits: PacingLimits): Promise<void> {
    try {
      const { rows } = await client.query(
        sampleLoad,
        { window_seconds: WINDOW_SECONDS, slow_ms: limits.foregroundP95Ms ?? 0 },
        { timeoutMs: 5000 },
      )
      const row = rows[0]
      if (!row) return
      this.governor.observe(findPacingBreaches(toSample(row, this.#last), limits), performance.now())
      this.#last = row
    } catch (thrown) {
      if (!(thrown instanceof QueryFailedError)) throw thrown
      const reason = `${client.name} could not be asked how busy it is (${thrown.message})`
      this.governor.observe([reason], performance.now())
    } finally {
      this.#lookedAtMs = performance.now()
    }
  }
}

/** Events count from the start of the server: after a restart they are smaller than before. */
function toSample(row: LoadSampleRow, last: LoadSampleRow | null): PacingSample {
  const since = (now: bigint, before: bigint | undefined) =>
    Number(before === undefined || now < before ? 0n : now - before)
  return {
    foregroundP95Ms: row.foreground_p95_ms,
    foregroundQueries: row.foreground_queries,
    mergePoolBusy: row.merge_pool_busy,
    mergePoolSize: row.merge_pool_size,
    storeRequests: since(row.store_requests, last?.store_requests),
    storeErrors: since(row.store_errors, last?.store_errors),
  }
}
