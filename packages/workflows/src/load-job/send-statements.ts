import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CommandOutcome,
  copyableSql,
  flushLogsStatement,
  type StagingNames,
  statementHistory,
} from '@frostline/clickhouse'
import { type BatchFence, recordStatementEnded, recordStatementSent } from '@frostline/db'
import type { ConnectedNode, OpenSource } from '@frostline/services'
import { type LoadTask, nodeOf } from './load-task.ts'
import { type AttemptPlan, renderStatement, type StatementPlan, settingsOf } from './plan-statements.ts'
import { isRunning, stopStatements } from './staging.ts'

const lookEveryMs = 500

export interface SentStatement {
  plan: StatementPlan
  queryId: string
}

export type SendOutcome =
  | { kind: 'loaded'; statements: SentStatement[] }
  | {
      kind: 'broke-off'
      plan: StatementPlan
      outcome: Exclude<CommandOutcome, { kind: 'ok' }>
    }
  /** A person paused or cancelled the job; nothing of it runs any more. */
  | { kind: 'stopped' }

/**
 * Sends the statements of one attempt, at the same time to different nodes and one after the other to the same. Each is
 * written down before. When one breaks off the attempt is worth nothing, so the others are stopped.
 */
export async function sendStatements(
  task: LoadTask,
  attempt: { fence: BatchFence; number: number; names: StagingNames },
  plan: AttemptPlan,
  source: OpenSource,
): Promise<SendOutcome> {
  const { db, now } = task.deps
  const lanes = new Map<string, StatementPlan[]>(plan.nodeNames.map((name) => [name, []]))
  for (const each of plan.statements) lanes.set(each.nodeName, [...(lanes.get(each.nodeName) ?? []), each])
  const loaded: SentStatement[] = []
  const underWay = new Set<string>()
  const state: { broken: Extract<SendOutcome, { kind: 'broke-off' }> | null; stopped: boolean } = {
    broken: null,
    stopped: false,
  }

  async function stopAll(): Promise<void> {
    if (underWay.size > 0) await stopStatements(task, [...underWay])
  }

  async function sendOne(node: ConnectedNode, each: StatementPlan): Promise<void> {
    const { sql, params, shown } = renderStatement(task.spec, source, attempt.names, each)
    const queryId = `frostline-load-${randomUUID()}`
    const orders = await recordStatementSent(db, attempt.fence, {
      queryId,
      attempt: attempt.number,
      nodeName: node.name,
      sql: copyableSql(sql, shown),
    })
    if (orders !== 'go-on') {
      state.stopped = true
      return
    }
    task.announce()
    underWay.add(queryId)
    const sentAt = now()
    const first = await node.client.command({
      sql,
      params,
      queryId,
      settings: settingsOf(task.spec, attempt.names, each, plan.leavesOut),
      purpose: 'load-job',
    })
    const outcome = first.kind === 'unknown' ? await findOut(task, node, first, sentAt) : first
    underWay.delete(queryId)
    if (outcome.kind === 'ok') loaded.push({ plan: each, queryId })
    else if (!state.stopped && !state.broken) {
      state.broken = { kind: 'broke-off', plan: each, outcome }
      await stopAll()
    }
    await recordStatementEnded(db, queryId, {
      ...endOf(outcome, state.stopped || state.broken?.plan !== each),
      now: now(),
    })
  }

  async function watch(sending: Promise<unknown>): Promise<void> {
    let ended = false
    const end = sending.finally(() => {
      ended = true
    })
    end.catch(() => undefined)
    while (!ended) {
      await Promise.race([end.catch(() => undefined), sleep(lookEveryMs)])
      if (ended || state.stopped || !(await task.orders.stopped())) continue
      state.stopped = true
      await stopAll()
    }
  }

  const sending = Promise.all(
    [...lanes].map(async ([name, own]) => {
      const node = nodeOf(task, name)
      for (const each of own) if (!state.stopped && !state.broken) await sendOne(node, each)
    }),
  )
  // The watch ends by an error when the run is not the current one any more: then whoever has the batch stops the rest.
  await Promise.all([sending, watch(sending)])
  if (state.stopped) return { kind: 'stopped' }
  return state.broken ?? { kind: 'loaded', statements: loaded }
}

/**
 * A connection that broke tells nothing of its statement, which goes on without it. It is waited for; then the log of the
 * server may know how it ended. Without a word there it counts as failed: loading again is always right.
 */
async function findOut(
  task: LoadTask,
  node: ConnectedNode,
  unknown: Extract<CommandOutcome, { kind: 'unknown' }>,
  sentAt: Date,
): Promise<CommandOutcome> {
  const { queryId } = unknown
  for (;;) {
    const running = await isRunning(node, [queryId])
    if (running === false) break
    if (running === null) return unknown
    if (await task.orders.stopped()) return unknown
    await sleep(lookEveryMs)
  }
  try {
    await node.client.command({ ...flushLogsStatement(), queryId: randomUUID(), timeoutMs: 10_000 })
    const since = new Date(sentAt.getTime() - 3_600_000)
    const { rows } = await node.client.query(statementHistory, { query_ids: [queryId], since })
    const end = rows.find(({ type }) => type !== 'QueryStart')
    if (!end) return unknown
    const { elapsedMs } = unknown
    if (end.type === 'QueryFinish') {
      const summary = { readRows: end.read_rows, writtenRows: end.written_rows, writtenBytes: 0n }
      return { kind: 'ok', queryId, elapsedMs, summary }
    }
    const error = { code: end.exception_code, type: '', message: end.exception }
    return { kind: 'refused', error, queryId, elapsedMs }
  } catch {
    return unknown
  }
}

function endOf(outcome: CommandOutcome, stoppedByUs: boolean) {
  switch (outcome.kind) {
    case 'ok':
      return { status: 'succeeded' as const }
    case 'refused':
      return {
        status: stoppedByUs ? ('stopped' as const) : ('failed' as const),
        errorCode: outcome.error.code,
        error: outcome.error.message.slice(0, 2_000),
      }
    case 'unreachable':
      return { status: 'failed' as const, error: outcome.reason }
    case 'unknown':
      return { status: 'unknown' as const, error: outcome.reason }
  }
}
