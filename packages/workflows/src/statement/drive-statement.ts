import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandRequest, explain } from '@frostline/clickhouse'
import type { ConnectedNode } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { findOutStatement } from './find-out-statement.ts'
import { stopStatement } from './stop-statement.ts'

const lookEveryMs = 300

/** What a run passes to its statements. */
export interface StatementTask {
  /** Whether a person has stopped it for now. */
  stopped(): Promise<boolean>
  /** Shows what it waits for at a node. Null: it continues. */
  wait(node: string, reason: string | null): Promise<void>
}

export interface SentStatement {
  queryId: string
  sentAt: Date
}

/** `elapsedMs` by our clock; the server's log takes precedence. Null: only the log knows. */
export interface StatementResult {
  error: string | null
  /** Of the server's exception. */
  code: number | null
  elapsedMs: number | null
}

type End = StatementResult | 'away' | 'stopped' | 'no-word'

/** `no-word`: it no longer runs, and its node does not know how it ended. */
export type DrivenEnd = Exclude<End, 'away'>

/**
 * Sends a recorded statement, or without `request` finds out what happened to one that an earlier worker has sent, and
 * waits for its end. Waits for a node that is down. A person's stop kills it and waits until it is gone.
 */
export async function driveStatement(
  task: StatementTask,
  node: ConnectedNode,
  sent: SentStatement,
  what: string,
  request?: Omit<CommandRequest, 'queryId'>,
): Promise<DrivenEnd> {
  let end = request ? await send(task, node, sent, request) : await follow(task, node, sent)
  const backoff = new Backoff(500, 30_000)
  while (end === 'away') {
    await task.wait(node.name, `${node.name} does not answer. Waiting to run ${what}.`)
    await pause(backoff.next(), () => task.stopped())
    end = (await task.stopped()) ? 'stopped' : await follow(task, node, sent)
  }
  await task.wait(node.name, null)
  return end
}

async function send(
  task: StatementTask,
  node: ConnectedNode,
  sent: SentStatement,
  request: Omit<CommandRequest, 'queryId'>,
): Promise<End> {
  const sending = node.client.command({ ...request, queryId: sent.queryId })
  for (;;) {
    const outcome = await Promise.race([sending, sleep(lookEveryMs, null)])
    if (outcome?.kind === 'ok') return { error: null, code: null, elapsedMs: outcome.elapsedMs }
    if (outcome?.kind === 'refused')
      return { error: `${node.name}: ${explain(outcome)}`, code: outcome.error.code, elapsedMs: null }
    if (outcome) return follow(task, node, sent)
    if (!(await task.stopped())) continue
    await stopStatement(node, sent.queryId)
    return 'stopped'
  }
}

async function follow(task: StatementTask, node: ConnectedNode, sent: SentStatement): Promise<End> {
  const end = await findOutStatement(node, sent, () => task.stopped())
  switch (end.kind) {
    case 'finished':
      return { error: null, code: null, elapsedMs: Number(end.row.query_duration_ms) }
    case 'failed':
      return {
        error: `${node.name} answered code ${end.error.code}: ${end.error.message}`,
        code: end.error.code,
        elapsedMs: null,
      }
    case 'stopped':
      await stopStatement(node, sent.queryId)
      return 'stopped'
    case 'no-word':
    case 'away':
      return end.kind
  }
}
