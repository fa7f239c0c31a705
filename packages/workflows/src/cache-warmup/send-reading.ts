import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandOutcome, explain, type ServerError, warmPaceSettings } from '@frostline/clickhouse'
import { type CacheWarmupStep, recordReadingSent, type WarmupFence } from '@frostline/db'
import { type ConnectedNode, renderWarmupStep } from '@frostline/services'
import type { StatementSettings } from '../statement/await-settings.ts'
import { findOutStatement } from '../statement/find-out-statement.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import type { WarmupTask } from './warmup-task.ts'

/** `refusedSinceMs`: since when, by performance.now(), every attempt was rejected. */
export type OpenWarmupStep = CacheWarmupStep & { refusedSinceMs: number | null }

const lookEveryMs = 300
const answerMs = 5_000

export type ReadingEnd =
  | { kind: 'finished' }
  | { kind: 'refused'; error: ServerError }
  /** Killed, since a person has stopped it for now. */
  | { kind: 'stopped' }
  /** Killed, to continue at another pace. */
  | { kind: 'repaced' }
  /** Its node does not answer. */
  | { kind: 'away'; reason: string }
  /** It has ended, with an unknown result. */
  | { kind: 'no-word' }

/** Sends one read and waits for its end. Null: a person has stopped it, nothing is sent. */
export async function sendReading(
  task: WarmupTask,
  node: ConnectedNode,
  step: OpenWarmupStep,
  settings: StatementSettings,
): Promise<{ fence: WarmupFence; sentAt: Date; end: ReadingEnd } | null> {
  const { deps, run, spec } = task
  const bytesPerSecond = await task.bytesPerSecond()
  const queryId = `frostline-warm-${randomUUID()}`
  const sentAt = deps.now()
  const reading = step.reading === 2 ? 2 : 1
  const orders = await recordReadingSent(deps.db, run, {
    ordinal: step.ordinal,
    reading,
    queryId,
    now: sentAt,
  })
  if (orders !== 'go-on') return null
  task.announce()
  const sending = node.client.command({
    ...renderWarmupStep(spec, task.columns, step),
    queryId,
    settings: { ...settings, ...warmPaceSettings(spec.threads, bytesPerSecond) },
    purpose: 'cache-warmup',
  })
  const outcome = await untilEnd(task, node, queryId, bytesPerSecond, sending)
  const fence = { run, ordinal: step.ordinal, queryId }
  if (typeof outcome === 'string') return { fence, sentAt, end: { kind: outcome } }
  return { fence, sentAt, end: await endOf(task, node, outcome, { queryId, sentAt }) }
}

async function endOf(
  task: WarmupTask,
  node: ConnectedNode,
  outcome: CommandOutcome,
  statement: { queryId: string; sentAt: Date },
): Promise<ReadingEnd> {
  switch (outcome.kind) {
    case 'ok':
      return { kind: 'finished' }
    case 'refused':
      return { kind: 'refused', error: outcome.error }
    case 'unreachable':
      return { kind: 'away', reason: `${node.name}: ${explain(outcome)}` }
    case 'unknown':
      return followReading(task, node, statement)
  }
}

/** Finds out what happened to a read whose response was lost. Waits while it runs. */
export async function followReading(
  task: WarmupTask,
  node: ConnectedNode,
  statement: { queryId: string; sentAt: Date },
): Promise<ReadingEnd> {
  const end = await findOutStatement(node, statement, () => task.stopped())
  switch (end.kind) {
    case 'finished':
      return { kind: 'finished' }
    case 'failed':
      return { kind: 'refused', error: end.error }
    case 'stopped':
      await stopStatement(node, statement.queryId)
      return { kind: 'stopped' }
    case 'away':
      return { kind: 'away', reason: `${node.name} does not answer. Cached data stays.` }
    case 'no-word':
      return { kind: 'no-word' }
  }
}

async function untilEnd(
  task: WarmupTask,
  node: ConnectedNode,
  queryId: string,
  bytesPerSecond: bigint | null,
  sending: Promise<CommandOutcome>,
): Promise<CommandOutcome | 'stopped' | 'repaced'> {
  for (;;) {
    const outcome = await Promise.race([sending, sleep(lookEveryMs, null)])
    if (outcome) return outcome
    const isStopped = await task.stopped()
    if (!isStopped && (await task.bytesPerSecond()) === bytesPerSecond) continue
    await stopStatement(node, queryId)
    // The log has it a moment after it has ended.
    await Promise.race([sending, sleep(answerMs)])
    return isStopped ? 'stopped' : 'repaced'
  }
}
