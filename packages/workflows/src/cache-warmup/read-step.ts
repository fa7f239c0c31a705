import { errorRuleOf, type ServerError } from '@frostline/clickhouse'
import { recordWarmupStep, type WarmupFence } from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import type { StatementSettings } from '../statement/await-settings.ts'
import { readFigures } from './read-figures.ts'
import { followReading, type OpenWarmupStep, type ReadingEnd, sendReading } from './send-reading.ts'
import type { WarmupTask } from './warmup-task.ts'

/** How long a store or a server may fail before the step fails. Waiting for a node that is down does not count. */
const patienceMs = 60_000
export type StepOutcome =
  | { kind: 'through' }
  /** A person has stopped it for now. */
  | { kind: 'stopped' }
  /** Later. */
  | { kind: 'not-now'; reason: string; back: OpenWarmupStep }

/**
 * Reads one partition on one node: finds out what happened to an earlier read, fetches, reads once more. The second
 * read keeps the partition in a segmented cache, and its counters prove what is cached. Idempotent: what is cached is
 * not fetched twice.
 */
export async function readStep(
  task: WarmupTask,
  node: ConnectedNode,
  given: OpenWarmupStep,
  settings: StatementSettings,
): Promise<StepOutcome> {
  let step = given
  const { queryId, sentAt } = given
  if (given.status === 'running' && queryId !== null && sentAt !== null) {
    const fence = { run: task.run, ordinal: given.ordinal, queryId }
    const end = await followReading(task, node, { queryId, sentAt })
    const judged = await judge(task, node, step, { fence, sentAt, end })
    if ('kind' in judged) return judged
    step = judged.next
  }
  for (;;) {
    const sent = await sendReading(task, node, step, settings)
    if (!sent) return { kind: 'stopped' }
    const judged = await judge(task, node, { ...step, status: 'running' }, sent)
    if ('kind' in judged) return judged
    step = judged.next
  }
}

interface Reading {
  fence: WarmupFence
  sentAt: Date
  end: ReadingEnd
}

/** Records the result of a read. `next`: what is to be sent. */
async function judge(
  task: WarmupTask,
  node: ConnectedNode,
  step: OpenWarmupStep,
  { fence, sentAt, end }: Reading,
): Promise<StepOutcome | { next: OpenWarmupStep }> {
  switch (end.kind) {
    case 'away':
      return { kind: 'not-now', reason: end.reason, back: asLeft(step, fence, sentAt) }
    case 'no-word':
      return { next: step }
    case 'refused':
      return refuse(task, node, step, { fence, sentAt, error: end.error })
    case 'stopped':
    case 'repaced': {
      await recordWarmupStep(task.deps.db, fence, await fetchedBy(node, fence, sentAt))
      return end.kind === 'stopped' ? { kind: 'stopped' } : { next: step }
    }
    case 'finished':
      return advance(task, node, step, fence, sentAt)
  }
}

async function advance(
  task: WarmupTask,
  node: ConnectedNode,
  step: OpenWarmupStep,
  fence: WarmupFence,
  sentAt: Date,
): Promise<StepOutcome | { next: OpenWarmupStep }> {
  const figures = await readFigures(node, { queryId: fence.queryId, sentAt })
  const fetched = {
    fetchedBytes: { increment: figures?.store_bytes ?? 0n },
    requests: { increment: figures?.store_requests ?? 0n },
  }
  // All was cached: this read is the proof, and in a segmented cache it counts as the second.
  if (step.reading === 2 || figures?.missed_bytes === 0n) {
    await recordWarmupStep(task.deps.db, fence, {
      ...fetched,
      status: 'completed',
      finishedAt: task.deps.now(),
      provedCacheBytes: figures?.cache_bytes ?? null,
      provedStoreBytes: figures?.missed_bytes ?? null,
      ...{ errorCode: null, error: null },
    })
    task.announce()
    return { kind: 'through' }
  }
  await recordWarmupStep(task.deps.db, fence, { ...fetched, reading: 2, queryId: null })
  return { next: { ...step, reading: 2, refusedSinceMs: null } }
}

async function refuse(
  task: WarmupTask,
  node: ConnectedNode,
  step: OpenWarmupStep,
  { fence, sentAt, error }: { fence: WarmupFence; sentAt: Date; error: ServerError },
): Promise<StepOutcome> {
  const rule = errorRuleOf(error.code)
  const text = error.message.replace(/\s+/g, ' ').trim().slice(0, 1_000)
  const change = {
    ...(await fetchedBy(node, fence, sentAt)),
    errorCode: error.code,
    error: `${node.name} answered code ${error.code}: ${text} ${rule.meaning}`,
  }
  if (await task.stopped()) {
    await recordWarmupStep(task.deps.db, fence, change)
    return { kind: 'stopped' }
  }
  const refusedSinceMs = step.refusedSinceMs ?? performance.now()
  const passes = rule.class === 'retry-soon' || rule.class === 'retry-backoff' || rule.class === 'running'
  if (passes && performance.now() - refusedSinceMs < patienceMs) {
    await recordWarmupStep(task.deps.db, fence, { ...change, status: 'planned' })
    // The server's message may repeat a condition, which is for admins: it is stored with the step only.
    const reason = `${node.name} answered code ${error.code}. ${rule.meaning}`
    return { kind: 'not-now', reason, back: { ...step, status: 'planned', refusedSinceMs } }
  }
  await recordWarmupStep(task.deps.db, fence, { ...change, status: 'failed', finishedAt: task.deps.now() })
  task.announce()
  return { kind: 'through' }
}

async function fetchedBy(node: ConnectedNode, { queryId }: WarmupFence, sentAt: Date) {
  const figures = await readFigures(node, { queryId, sentAt })
  return {
    fetchedBytes: { increment: figures?.store_bytes ?? 0n },
    requests: { increment: figures?.store_requests ?? 0n },
  }
}

/** The next drive first finds out what happened to it. */
function asLeft(step: OpenWarmupStep, { queryId }: WarmupFence, sentAt: Date): OpenWarmupStep {
  return { ...step, status: 'running', queryId, sentAt }
}
