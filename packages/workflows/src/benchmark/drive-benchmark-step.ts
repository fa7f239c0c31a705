import { randomUUID } from 'node:crypto'
import {
  type CommandRequest,
  errorRuleOf,
  nodeIdentity,
  QueryFailedError,
  shownSql,
} from '@frostline/clickhouse'
import {
  type BenchmarkFence,
  type BenchmarkStep,
  type Prisma,
  recordBenchmarkStep,
  recordBenchmarkStepSent,
} from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { driveStatement, type SentStatement, type StatementResult } from '../statement/drive-statement.ts'
import type { BenchmarkTask } from './benchmark-task.ts'
import { StepPreparation } from './step-preparation.ts'

/** Attempts per step: a store or a server may need a moment. */
const maxAttempts = 5

export interface StepWork {
  /** For display, as the end of a sentence: "… waits for it." */
  what: string
  /** Runs before each statement is sent. Throws QueryFailedError, and by refuse(). */
  prepare: (preparation: StepPreparation) => Promise<void>
  request: Omit<CommandRequest, 'queryId'>
  /** Runs when it succeeded. */
  read: (sent: SentStatement) => Promise<StepReading>
}

export interface StepReading {
  /** Null: the statement's time by our clock. */
  elapsedMs: number | null
  figures: object | null
  /** What is wrong after it: the step then failed although the statement succeeded. */
  fault?: string | null
}

export type StepEnd = { kind: 'through' } | { kind: 'stopped' } | { kind: 'failed'; error: string }

class PreparationRefused extends Error {
  override readonly name = 'PreparationRefused'
}

/** In a preparation: throws the reason why the step cannot run. Null: it can. */
export function refuse(reason: string | null): void {
  if (reason !== null) throw new PreparationRefused(reason)
}

/**
 * One statement of a benchmark, continued from the ledger: waits for one that an earlier worker has sent, otherwise
 * prepares, records and sends it. It is sent again where its end is unknown, or the server's error is transient. One
 * that an earlier worker recorded and did not send costs no attempt.
 */
export async function driveBenchmarkStep(
  task: BenchmarkTask,
  node: ConnectedNode,
  step: BenchmarkStep,
  work: StepWork,
): Promise<StepEnd> {
  const backoff = new Backoff(500, 10_000)
  let known: SentStatement | null =
    step.status === 'running' && step.queryId !== null && step.sentAt !== null
      ? { queryId: step.queryId, sentAt: step.sentAt }
      : null
  let attempts = step.attempts
  for (;;) {
    const prepared = known ? null : await untilAnswered(task, node, work, () => prepare(task, step, work))
    if (prepared?.kind === 'stopped') return { kind: 'stopped' }
    const refused = prepared?.kind === 'refused' ? prepared.reason : null
    const sent: SentStatement | null = known ?? (await writeDown(task, step, refused === null ? work : null))
    if (!sent) return { kind: 'stopped' }
    const fence = { run: task.run, ordinal: step.ordinal, queryId: sent.queryId }
    if (refused !== null) return fail(task, fence, refused)
    const end = await driveStatement(task, node, sent, work.what, known ? undefined : work.request)
    const isFormer = known !== null
    known = null
    if (end === 'stopped') return { kind: 'stopped' }
    if (end !== 'no-word' && end.error === null) {
      const reading = await untilAnswered(task, node, work, () => work.read(sent))
      if (reading.kind === 'stopped') return { kind: 'stopped' }
      return reading.kind === 'refused'
        ? fail(task, fence, reading.reason)
        : finish(task, fence, reading.answer, end)
    }
    if (
      isFormer &&
      end === 'no-word' &&
      (await hasRunSince(node, task.deps.now().getTime() - sent.sentAt.getTime()))
    ) {
      await recordBenchmarkStep(task.deps.db, fence, { attempts: { decrement: 1 } })
      attempts--
      continue
    }
    const error = end === 'no-word' ? `${node.name} has no record of its end.` : (end.error ?? '')
    if (attempts >= maxAttempts || !(end === 'no-word' || mayPass(end.code))) return fail(task, fence, error)
    await task.wait(node.name, `${error} It will be retried.`)
    await pause(backoff.next(), () => task.stopped())
    attempts++
  }
}

async function prepare(task: BenchmarkTask, { ordinal }: BenchmarkStep, work: StepWork): Promise<void> {
  const preparation = new StepPreparation(task, ordinal)
  await preparation.begin()
  await work.prepare(preparation)
}

/** The node's log would show a statement that was sent meanwhile, unless the node itself restarted. */
async function hasRunSince(node: ConnectedNode, elapsedMs: number): Promise<boolean> {
  try {
    const { rows } = await node.client.query(nodeIdentity, {})
    return (rows[0]?.uptime_seconds ?? 0) * 1_000 > elapsedMs
  } catch (error) {
    if (error instanceof QueryFailedError) return false
    throw error
  }
}

type Answered<Answer> =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'refused'; reason: string }
  | { kind: 'stopped' }

/** Waits for a node that does not answer; returns its rejection. */
async function untilAnswered<Answer>(
  task: BenchmarkTask,
  node: ConnectedNode,
  { what }: StepWork,
  ask: () => Promise<Answer>,
): Promise<Answered<Answer>> {
  const backoff = new Backoff(500, 30_000)
  while (!(await task.stopped())) {
    try {
      const answer = await ask()
      await task.wait(node.name, null)
      return { kind: 'answered', answer }
    } catch (error) {
      if (error instanceof PreparationRefused) return { kind: 'refused', reason: error.message }
      if (!(error instanceof QueryFailedError)) throw error
      if (error.failure.kind === 'refused') return { kind: 'refused', reason: error.message }
      await task.wait(node.name, `${node.name} does not answer. Waiting to run ${what}.`)
      await pause(backoff.next(), () => task.stopped())
    }
  }
  return { kind: 'stopped' }
}

/** @param work null: nothing is sent, and the step only ends. */
async function writeDown(
  task: BenchmarkTask,
  { ordinal }: BenchmarkStep,
  work: StepWork | null,
): Promise<SentStatement | null> {
  const sent = { queryId: `frostline-bench-${randomUUID()}`, sentAt: task.deps.now() }
  const written = await recordBenchmarkStepSent(task.deps.db, task.run, {
    ...{ ordinal, queryId: sent.queryId },
    statement: work && shownSql({ params: {}, ...work.request }, work.request.settings),
    now: sent.sentAt,
  })
  if (!written) return null
  task.announce()
  return sent
}

async function finish(
  task: BenchmarkTask,
  fence: BenchmarkFence,
  { elapsedMs, figures, fault = null }: StepReading,
  end: StatementResult,
): Promise<StepEnd> {
  await recordBenchmarkStep(task.deps.db, fence, {
    ...{ status: fault === null ? 'completed' : 'failed', finishedAt: task.deps.now(), error: fault },
    elapsedMs: elapsedMs ?? end.elapsedMs,
    ...(figures ? { figures: encode(figures) } : {}),
  })
  task.announce()
  return fault === null ? { kind: 'through' } : { kind: 'failed', error: fault }
}

async function fail(task: BenchmarkTask, fence: BenchmarkFence, error: string): Promise<StepEnd> {
  const text = error.replace(/\s+/g, ' ').trim().slice(0, 1_000)
  await recordBenchmarkStep(task.deps.db, fence, {
    ...{ status: 'failed', finishedAt: task.deps.now(), error: text },
  })
  task.announce()
  return { kind: 'failed', error: text }
}

/** JSON has no 64-bit integers: they are written as text. */
function encode(figures: object): Prisma.InputJsonObject {
  return Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]),
  )
}

function mayPass(code: number | null): boolean {
  if (code === null) return false
  const kind = errorRuleOf(code).class
  return kind === 'retry-soon' || kind === 'retry-backoff' || kind === 'running'
}
