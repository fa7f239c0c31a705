import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CommandOutcome,
  errorRuleOf,
  explain,
  QueryFailedError,
  type ServerError,
} from '@frostline/clickhouse'
import { type ChunkFence, recordChunk, recordChunkSent } from '@frostline/db'
import { type ConnectedNode, findStoredFault, renderGeneration } from '@frostline/services'
import { findOutStatement } from '../statement/find-out-statement.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import type { OpenChunk } from './chunk-queue.ts'
import { confirmFiles, removeFiles } from './files-of-chunk.ts'
import type { GenerationTask } from './generation-task.ts'

/** How long a store or a server may fail before the step fails. Waiting for a node that is down does not count. */
const patienceMs = 60_000
const lookEveryMs = 500

export type ChunkOutcome =
  | { kind: 'done' }
  /** A person has stopped it, or the generation has failed. */
  | { kind: 'stopped' }
  /** Later, or by another node. */
  | { kind: 'not-now'; reason: string; back: OpenChunk }

/**
 * Writes the files of one chunk on one node: finds out what happened to an earlier attempt, sends, checks the files.
 */
export async function runChunk(
  task: GenerationTask,
  node: ConnectedNode,
  chunk: OpenChunk,
): Promise<ChunkOutcome> {
  const { queryId, sentAt } = chunk
  if (chunk.status === 'running' && queryId !== null && sentAt !== null) {
    const outcome = await follow(task, node, chunk, { queryId, sentAt })
    if (outcome) return outcome
  }
  // A query may return other rows the second time: files of the first attempt must not stay beside them.
  if (chunk.attempts > 0 && task.spec.content.kind === 'query') {
    const fault = await removeFiles(task)
    if (fault !== null) return notNow(chunk, fault)
  }
  return send(task, node, chunk)
}

async function send(task: GenerationTask, node: ConnectedNode, chunk: OpenChunk): Promise<ChunkOutcome> {
  const { deps, run, spec, source } = task
  const fault = await judgeQuery(task, node)
  if (fault instanceof QueryFailedError) return notNow(chunk, `${node.name} does not answer.`)
  const range = { firstRow: Number(chunk.firstRow), rows: Number(chunk.rows) }
  const { sql, params } = renderGeneration(spec, source, range)
  const sentAt = deps.now()
  const queryId = `frostline-generate-${randomUUID()}`
  const orders = await recordChunkSent(deps.db, run, {
    ordinal: chunk.ordinal,
    queryId,
    nodeName: node.name,
    now: sentAt,
  })
  if (orders !== 'go-on') return { kind: 'stopped' }
  task.announce()
  const sent: OpenChunk = { ...chunk, status: 'running', attempts: chunk.attempts + 1, queryId, sentAt }
  const fence: ChunkFence = { run, ordinal: chunk.ordinal, queryId }
  if (fault !== null)
    return giveUp(task, fence, {
      ...{ code: null, error: fault },
      told: `${node.name} rejected the query before it ran. See its statement.`,
    })
  const outcome = await untilEnd(
    task,
    node,
    queryId,
    node.client.command({ sql, params, queryId, purpose: 'data-generation' }),
  )
  switch (outcome?.kind) {
    case undefined:
      return { kind: 'stopped' }
    case 'ok':
      return confirm(task, fence, sent, outcome.summary.writtenRows)
    case 'refused':
      return refuse(task, node, fence, sent, outcome.error)
    case 'unreachable':
      return putBack(task, fence, sent, plain(`${node.name}: ${explain(outcome)}`))
    case 'unknown':
      return (
        (await follow(task, node, sent, { queryId, sentAt })) ??
        putBack(task, fence, sent, plain(`${node.name}: ${explain(outcome)}`))
      )
  }
}

/** Why the node must not run the query; null: it may, or there is none. */
async function judgeQuery(
  { spec: { content } }: GenerationTask,
  node: ConnectedNode,
): Promise<string | QueryFailedError | null> {
  if (content.kind !== 'query') return null
  try {
    return await findStoredFault(node, 'query', content.query)
  } catch (error) {
    if (error instanceof QueryFailedError) return error
    throw error
  }
}

/** Null: it was stopped half-way, or abandoned because its node does not answer. */
async function untilEnd(
  task: GenerationTask,
  node: ConnectedNode,
  queryId: string,
  sending: Promise<CommandOutcome>,
): Promise<CommandOutcome | null> {
  for (;;) {
    const outcome = await Promise.race([sending, sleep(lookEveryMs, null)])
    if (outcome) return outcome
    if (!(await task.stopped())) continue
    await stopStatement(node, queryId)
    return null
  }
}

/** Finds out what happened to a statement whose response was lost. Null: it has ended, and has to be sent again. */
async function follow(
  task: GenerationTask,
  node: ConnectedNode,
  chunk: OpenChunk,
  statement: { queryId: string; sentAt: Date },
): Promise<ChunkOutcome | null> {
  const fence: ChunkFence = { run: task.run, ordinal: chunk.ordinal, queryId: statement.queryId }
  const end = await findOutStatement(node, statement, () => task.stopped())
  switch (end.kind) {
    case 'finished':
      return confirm(task, fence, chunk, end.row.written_rows)
    case 'failed':
      return refuse(task, node, fence, chunk, end.error)
    case 'stopped':
      await stopStatement(node, statement.queryId)
      return { kind: 'stopped' }
    case 'away': {
      const reason = `${node.name} does not answer, so it is unknown whether its statement is still running.`
      // Another statement for the same files writes the same bytes for a template, but not for a query.
      return task.spec.content.kind === 'query'
        ? notNow({ ...chunk, nodeName: node.name }, reason)
        : putBack(task, fence, chunk, plain(reason))
    }
    case 'no-word':
      return null
  }
}

/** The files are checked before they count: the bucket is the truth. */
async function confirm(
  task: GenerationTask,
  fence: ChunkFence,
  chunk: OpenChunk,
  writtenRows: bigint,
): Promise<ChunkOutcome> {
  if (task.spec.content.kind === 'template' && writtenRows !== chunk.rows)
    return again(task, fence, chunk, plain(`The server wrote ${writtenRows} of ${chunk.rows} rows.`))
  const files = await confirmFiles(task, chunk)
  if (files === null) return { kind: 'stopped' }
  if ('missing' in files) return again(task, fence, chunk, plain(`${files.missing} is not in the bucket.`))
  await recordChunk(task.deps.db, fence, {
    status: 'completed',
    finishedAt: task.deps.now(),
    writtenFiles: files.count,
    writtenRows,
    writtenBytes: files.sizeBytes,
    errorCode: null,
    error: null,
  })
  task.announce()
  return { kind: 'done' }
}

async function refuse(
  task: GenerationTask,
  node: ConnectedNode,
  fence: ChunkFence,
  chunk: OpenChunk,
  { code, message }: ServerError,
): Promise<ChunkOutcome> {
  if (await task.stopped()) return { kind: 'stopped' }
  const rule = errorRuleOf(code)
  const text = message.replace(/\s+/g, ' ').trim().slice(0, 1_000)
  const error = `${node.name} answered code ${code}: ${text} ${rule.meaning}`
  // The server's message may repeat the text of a query, which is for admins: it is stored with the statement only.
  const told =
    task.spec.content.kind === 'query' ? `${node.name} answered code ${code}. ${rule.meaning}` : error
  const passes = rule.class !== 'stop-step' && rule.class !== 'needs-operator' && rule.class !== 'auth'
  return passes
    ? again(task, fence, chunk, { code, error, told })
    : giveUp(task, fence, { code, error, told })
}

interface Fault {
  code: number | null
  /** For the ledger of the statement. */
  error: string
  /** For everybody. */
  told: string
}

function plain(error: string): Fault {
  return { code: null, error, told: error }
}

async function again(
  task: GenerationTask,
  fence: ChunkFence,
  chunk: OpenChunk,
  fault: Fault,
): Promise<ChunkOutcome> {
  const refusedSinceMs = chunk.refusedSinceMs ?? performance.now()
  return performance.now() - refusedSinceMs > patienceMs
    ? giveUp(task, fence, fault)
    : putBack(task, fence, { ...chunk, refusedSinceMs }, fault)
}

async function putBack(
  task: GenerationTask,
  fence: ChunkFence,
  chunk: OpenChunk,
  { code, error, told }: Fault,
): Promise<ChunkOutcome> {
  await recordChunk(task.deps.db, fence, { status: 'planned', errorCode: code, error })
  return notNow({ ...chunk, status: 'planned' }, told)
}

function notNow(back: OpenChunk, reason: string): ChunkOutcome {
  return { kind: 'not-now', reason, back }
}

async function giveUp(
  task: GenerationTask,
  fence: ChunkFence,
  { code, error, told }: Fault,
): Promise<ChunkOutcome> {
  await recordChunk(task.deps.db, fence, {
    status: 'failed',
    finishedAt: task.deps.now(),
    errorCode: code,
    error,
  })
  await task.fail(told)
  return { kind: 'stopped' }
}
