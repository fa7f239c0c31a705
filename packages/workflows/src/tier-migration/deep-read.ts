import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  errorRuleOf,
  killQueryStatement,
  type QueryDefinition,
  QueryFailedError,
  type SqlParams,
} from '@frostline/clickhouse'
import { recordStep } from '@frostline/db'
import type { StatementWork } from './lane-pace.ts'
import { announceChange, type StepContext, stopAsked } from './step-context.ts'
import { takeTurn } from './take-turn.ts'

const LOOK_EVERY_MS = 1000

export type DeepRead<Row> =
  | { kind: 'read'; rows: Row[]; queryId: string }
  /** The limits allow nothing now, or the partition was looked at too long ago. */
  | { kind: 'look-first' }
  | { kind: 'stop-asked' }
  | { kind: 'try-again'; reason: string; errorCode: number | null }
  | { kind: 'refused'; reason: string; errorCode: number | null }

/**
 * One long read of a step's data, within the same limits as a move: it takes a turn at the replica, is throttled, and
 * what it read counts as work done. A pause lets it end; a cancellation kills it. It changes nothing, so a crash just
 * loses it.
 */
export async function readDeeply<In, Params extends SqlParams, Row>(
  context: StepContext,
  query: QueryDefinition<In, Params, Row>,
  params: In,
  work: StatementWork & { what: string },
): Promise<DeepRead<Row>> {
  const { lane, node } = context
  const turn = await takeTurn(context)
  if (turn !== 'now') {
    if (turn === 'stale') return { kind: 'look-first' }
    return { kind: 'stop-asked' }
  }
  await recordStep(lane.deps.db, context.fence, { waitReason: work.what })
  announceChange(context)
  const { limits } = await lane.orders.read()
  const beganAtMs = performance.now()
  const queryId = `frostline-deep-check-${randomUUID()}`
  const stopping = new AbortController()
  try {
    const reading = node.client.query(query, params, {
      queryId,
      signal: stopping.signal,
      settings: throttleSettings(lane.pace.throttle(work.bytes, limits)),
    })
    const { rows } = await untilEnded(context, reading, queryId, stopping)
    lane.pace.spend(work, beganAtMs, limits)
    return { kind: 'read', rows, queryId }
  } catch (thrown) {
    if (stopping.signal.aborted) return { kind: 'stop-asked' }
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return judge(thrown)
  } finally {
    context.turn.giveBack()
  }
}

function throttleSettings(bytesPerSecond: bigint | undefined) {
  return bytesPerSecond === undefined ? {} : { max_remote_read_network_bandwidth: bytesPerSecond.toString() }
}

async function untilEnded<Result>(
  context: StepContext,
  reading: Promise<Result>,
  queryId: string,
  stopping: AbortController,
): Promise<Result> {
  for (;;) {
    const first = await Promise.race([reading, sleep(LOOK_EVERY_MS, 'look' as const, { ref: false })])
    if (first !== 'look') return first
    if ((await stopAsked(context)) !== 'cancel') continue
    await context.node.client.command({
      ...killQueryStatement(queryId),
      queryId: `frostline-kill-${randomUUID()}`,
      timeoutMs: 10_000,
      purpose: 'tier-migration',
    })
    stopping.abort()
    return reading
  }
}

/** What was not answered is tried again a few times only: a read that takes hours must not be repeated for ever. */
function judge({ failure, message }: QueryFailedError): Exclude<DeepRead<never>, { kind: 'read' }> {
  const reason = `The deep check could not read: ${message.slice(0, 500)}`
  if (failure.kind !== 'refused') return { kind: 'try-again', reason, errorCode: null }
  const { code } = failure.error
  const rule = errorRuleOf(code)
  const final = rule.class === 'needs-operator' || rule.class === 'auth' || rule.class === 'stop-step'
  return { kind: final ? 'refused' : 'try-again', reason: `${reason}. ${rule.meaning}`, errorCode: code }
}
