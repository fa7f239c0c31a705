import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandOutcome, copyableSql, type StagingNames, typeSettings } from '@frostline/clickhouse'
import {
  type BatchFence,
  type LoadBatch,
  type LoadFile,
  listFilesToLoad,
  recordStatementEnded,
  recordStatementSent,
} from '@frostline/db'
import {
  type AttemptPlan,
  explainTakeOver,
  groupBy,
  type LoadSpec,
  planAttempt,
  type StatementPlan,
} from '@frostline/domain'
import {
  type ConnectedNode,
  type OpenSource,
  renderRead,
  requireExpressions,
  ServiceError,
} from '@frostline/services'
import { findOutStatement } from '../statement/find-out-statement.ts'
import { type LoadTask, nodeOf } from './load-task.ts'
import { stopStatements } from './staging.ts'
import { LostReplicaError } from './watch-replicas.ts'

const lookEveryMs = 500

export interface SentStatement {
  plan: StatementPlan<LoadFile>
  queryId: string
}

export type SendOutcome =
  | { kind: 'loaded'; statements: SentStatement[] }
  | {
      kind: 'broke-off'
      plan: StatementPlan<LoadFile>
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
  attempt: {
    fence: BatchFence
    number: number
    names: StagingNames
    filtersRows: boolean
    /** Those of the plan that have ended well already. */
    sent: readonly SentStatement[]
  },
  plan: AttemptPlan<LoadFile>,
  source: OpenSource,
): Promise<SendOutcome> {
  const { db, now } = task.deps
  const sent = new Set(attempt.sent.map((statement) => statement.plan))
  const lanes = groupBy(
    plan.statements.filter((statement) => !sent.has(statement)),
    ({ nodeName }) => nodeName,
  )
  const loaded: SentStatement[] = [...attempt.sent]
  const underWay = new Set<string>()
  const state: { broken: Extract<SendOutcome, { kind: 'broke-off' }> | null; stopped: boolean } = {
    broken: null,
    stopped: false,
  }

  async function stopAll(): Promise<void> {
    if (underWay.size > 0) await stopStatements(task, [...underWay])
  }

  async function sendOne(node: ConnectedNode, each: StatementPlan<LoadFile>): Promise<void> {
    const { sql, params, shown } = renderRead(task.spec, source, attempt.names, each, {
      leavesOut: plan.leavesOut,
      filtersRows: attempt.filtersRows,
    })
    const queryId = `frostline-load-${randomUUID()}`
    const orders = await recordStatementSent(db, attempt.fence, {
      queryId,
      attempt: attempt.number,
      nodeName: node.name,
      fileOrdinals: each.files.map(({ ordinal }) => ordinal),
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
      settings: typeSettings,
      queryId,
      signal: task.replicas.lossOf(node.name),
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
      if (ended || state.stopped) continue
      try {
        if (!(await task.orders.stopped())) continue
      } catch (error) {
        // A node of the attempt is lost: what the others do for it is worth nothing.
        state.stopped = true
        if (error instanceof LostReplicaError) await stopAll()
        throw error
      }
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

/** Without a word of its end it counts as failed: loading again is always right. */
async function findOut(
  task: LoadTask,
  node: ConnectedNode,
  unknown: Extract<CommandOutcome, { kind: 'unknown' }>,
  sentAt: Date,
): Promise<CommandOutcome> {
  const { queryId, elapsedMs } = unknown
  const end = await findOutStatement(node, { queryId, sentAt }, () => task.orders.stopped())
  if (end.kind === 'failed') return { kind: 'refused', error: end.error, queryId, elapsedMs }
  if (end.kind !== 'finished') return unknown
  const summary = { readRows: end.row.read_rows, writtenRows: end.row.written_rows, writtenBytes: 0n }
  return { kind: 'ok', queryId, elapsedMs, summary }
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

/**
 * The spec may be older than the rules for expressions, or a node may have other functions by now: each node judges them before
 * it is sent any.
 */
export async function judgeExpressions(
  task: LoadTask,
  { nodeNames, statements }: Pick<AttemptPlan<LoadFile>, 'nodeNames' | 'statements'>,
): Promise<{ isAway: boolean; reason: string } | null> {
  try {
    const names = new Set([...nodeNames, ...statements.map(({ nodeName }) => nodeName)])
    await Promise.all([...names].map((name) => requireExpressions(nodeOf(task, name), task.spec)))
    return null
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { isAway: error.code === 'unreachable', reason: error.message }
  }
}

export interface PlannedAttempt {
  files: LoadFile[]
  plan: AttemptPlan<LoadFile>
  /** While it lasts an attempt has the spec that it was planned by. */
  spec: LoadSpec
}

/** What the batch still has to load, with the nodes that are there by now. */
export async function planNextAttempt(
  { deps, spec }: LoadTask,
  batch: LoadBatch,
  oneByOne: boolean,
): Promise<PlannedAttempt> {
  const files = await listFilesToLoad(deps.db, batch)
  return { files, plan: planAttempt(spec, files, oneByOne), spec }
}

/** Work of an attempt. Null: a replica that it needs was lost before anything of it was published; `tell` heard why. */
export async function unlessLost<Answer>(
  task: LoadTask,
  { plan, spec }: PlannedAttempt,
  tell: (reason: string) => Promise<void>,
  work: (during: LoadTask) => Promise<Answer>,
): Promise<Answer | null> {
  const names = new Set([...plan.nodeNames, ...plan.statements.map(({ nodeName }) => nodeName)])
  const orders = {
    stopped() {
      const lost = task.spec === spec ? undefined : [...names].find((name) => task.replicas.takeOverOf(name))
      const taken = lost === undefined ? null : task.replicas.takeOverOf(lost)
      return taken ? Promise.reject(new LostReplicaError(explainTakeOver(taken))) : task.orders.stopped()
    },
  }
  try {
    return await work({ ...task, spec, orders })
  } catch (error) {
    if (!(error instanceof LostReplicaError)) throw error
    await tell(error.message)
    return null
  }
}
