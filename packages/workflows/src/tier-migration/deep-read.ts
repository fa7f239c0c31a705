import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  deepReadSettings,
  errorRuleOf,
  killQueryStatement,
  type QueryDefinition,
  QueryFailedError,
  type SqlParams,
  statementProgress,
} from '@frostline/clickhouse'
import { type DeepReadKind, type PartRead, recordReads, recordStep, StaleWriterError } from '@frostline/db'
import { Backoff } from '../pause.ts'
import type { StatementWork } from './lane-pace.ts'
import { announceChange, type StepContext, stopAsked, takeTurn } from './step-context.ts'

const LOOK_EVERY_MS = 1000

/** A database that is away for a minute must not cost a read of hours. */
const MAX_WRITES = 15

export type DeepRead =
  /** What was read is in the ledger. */
  | { kind: 'read'; reads: PartRead[] }
  /** The limits allow nothing now, or the partition was read too long ago. */
  | { kind: 'look-first' }
  /** The server does not have the part any more: it was merged. */
  | { kind: 'part-gone'; reason: string }
  | { kind: 'stop-asked' }
  | { kind: 'try-again'; reason: string; errorCode: number | null }
  | { kind: 'refused'; reason: string; errorCode: number | null }

export interface PartsToRead<Row> extends StatementWork {
  kind: DeepReadKind
  /** For people, while it is read. */
  what: string
  toReads: (rows: Row[], queryId: string) => PartRead[]
}

/**
 * One read of some parts, within the same limits as a move: it takes a turn at the replica, is throttled, and what it
 * read counts as work done. Its result is in the ledger before anything else may wait or fail. A pause lets it end; a
 * cancellation kills it. It changes nothing, so a crash loses this one read and no other.
 */
export async function readDeeply<In, Params extends SqlParams, Row>(
  context: StepContext,
  query: QueryDefinition<In, Params, Row>,
  params: In,
  work: PartsToRead<Row>,
): Promise<DeepRead> {
  const { lane, node } = context
  const turn = await takeTurn(context)
  if (turn !== 'now') {
    if (turn === 'stale') return { kind: 'look-first' }
    return { kind: 'stop-asked' }
  }
  const queryId = `frostline-deep-check-${randomUUID()}`
  const stopping = new AbortController()
  try {
    await recordStep(lane.deps.db, context.fence, {
      waitReason: work.what,
      reading: work.kind,
      readingBytes: 0n,
    })
    announceChange(context)
    const { limits } = await lane.orders.read()
    const beganAtMs = performance.now()
    const reading = node.client.query(query, params, {
      queryId,
      signal: stopping.signal,
      settings: deepReadSettings(lane.pace.throttle(work.bytes, limits)),
    })
    const { rows } = await untilEnded(context, reading, { queryId, maxBytes: work.bytes }, stopping)
    lane.pace.spend(work, beganAtMs, limits)
    const reads = work.toReads(rows, queryId)
    await keepReads(context, reads)
    announceChange(context)
    return { kind: 'read', reads }
  } catch (thrown) {
    if (!stopping.signal.aborted && !(thrown instanceof QueryFailedError)) throw thrown
    await recordStep(lane.deps.db, context.fence, { reading: null, readingBytes: 0n })
    return thrown instanceof QueryFailedError && !stopping.signal.aborted
      ? judge(thrown)
      : { kind: 'stop-asked' }
  } finally {
    context.turn.giveBack()
  }
}

async function keepReads(context: StepContext, reads: readonly PartRead[]): Promise<void> {
  const backoff = new Backoff(500, 10_000)
  for (let write = 1; ; write++) {
    try {
      return await recordReads(context.lane.deps.db, context.fence, reads)
    } catch (error) {
      if (error instanceof StaleWriterError || write === MAX_WRITES) throw error
      await sleep(backoff.next())
    }
  }
}

async function untilEnded<Result>(
  context: StepContext,
  reading: Promise<Result>,
  statement: { queryId: string; maxBytes: bigint },
  stopping: AbortController,
): Promise<Result> {
  let ended = false
  const settled = reading.finally(() => {
    ended = true
  })
  for (;;) {
    const first = await Promise.race([settled, sleep(LOOK_EVERY_MS, 'look' as const, { ref: false })])
    if (first !== 'look') return first
    if ((await stopAsked(context)) !== 'cancel') {
      const readingBytes = await observeReadBytes(context, statement)
      if (readingBytes === null || ended) continue
      await recordStep(context.lane.deps.db, context.fence, { readingBytes })
      announceChange(context)
      continue
    }
    await context.node.client.command({
      ...killQueryStatement(statement.queryId),
      queryId: `frostline-kill-${randomUUID()}`,
      timeoutMs: 10_000,
      purpose: 'tier-migration',
    })
    stopping.abort()
    return settled
  }
}

/** What the files gave so far, from the store or from local disks; both where a cache stands between. Null: unknown. */
async function observeReadBytes(
  context: StepContext,
  { queryId, maxBytes }: { queryId: string; maxBytes: bigint },
): Promise<bigint | null> {
  try {
    const { rows } = await context.node.client.query(
      statementProgress,
      { query_ids: [queryId] },
      { timeoutMs: 2000 },
    )
    const row = rows[0]
    if (!row) return null
    const remote = row.s3_read_bytes + row.azure_read_bytes
    const read = remote > row.file_read_bytes ? remote : row.file_read_bytes
    return read < maxBytes ? read : maxBytes
  } catch {
    return null
  }
}

/** What was not answered is tried again a few times only: a read that takes hours must not be repeated forever. */
function judge({ failure, message }: QueryFailedError): Exclude<DeepRead, { kind: 'read' }> {
  const reason = `The deep check could not read: ${message.slice(0, 500)}`
  if (failure.kind !== 'refused') return { kind: 'try-again', reason, errorCode: null }
  const { code } = failure.error
  const rule = errorRuleOf(code)
  if (rule.class === 'observe') return { kind: 'part-gone', reason }
  const final = rule.class === 'needs-operator' || rule.class === 'auth' || rule.class === 'stop-step'
  return { kind: final ? 'refused' : 'try-again', reason: `${reason}. ${rule.meaning}`, errorCode: code }
}
