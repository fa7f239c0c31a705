import { setTimeout as sleep } from 'node:timers/promises'
import { replayStatement } from '@frostline/clickhouse'
import type { BenchmarkStep, ReplayQuery } from '@frostline/db'
import { judgeFailures, type ReplaySpec, replayQueryId, routeQuery } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { StatementSettings } from '../../statement/await-settings.ts'
import { stopStatement } from '../../statement/stop-statement.ts'
import type { BenchmarkTask } from '../benchmark-task.ts'
import type { ReplayJudge } from './judge-stored.ts'
import type { PassLedger } from './pass-ledger.ts'

export interface Pass {
  spec: ReplaySpec
  target: OpenTarget
  step: BenchmarkStep
  queries: readonly ReplayQuery[]
  judge: ReplayJudge
}

/** A target with the current nodes of its cluster. */
export interface OpenTarget {
  spec: ReplaySpec['targets'][number]
  nodes: readonly ConnectedNode[]
}

/** A query of a replay at its position. */
export interface PlannedRun {
  query: number
  place: number
  again: boolean
}

interface Sending {
  /** Attempt of the pass, counted from 1. */
  attempt: number
  left: readonly PlannedRun[]
  /** Results of an earlier worker. */
  ended: number
  settings: StatementSettings
  ledger: PassLedger
}

const lookEveryMs = 100

/**
 * Keeps `concurrency` queries running until none is left, a person stops it, too many fail, or it takes too long.
 * Queries running then are ended, and not counted. Returns why it ended early; null: all are done.
 */
export async function sendAll(
  task: BenchmarkTask,
  pass: Pass,
  { attempt, left, ended, settings, ledger }: Sending,
): Promise<string | 'stopped' | null> {
  const { pace } = pass.spec
  const stop = new AbortController()
  const underWay = new Map<string, ConnectedNode>()
  const counts = { ended: 0, failed: 0 }
  const next = left.values()
  let cut: string | null = null
  const end = (reason: string | null) => {
    cut ??= reason
    stop.abort()
  }

  async function work(): Promise<void> {
    for (const planned of next) {
      await ledger.reserve(planned.place)
      if (stop.signal.aborted) return
      const failed = await sendOne(task, pass, planned, {
        ...{ attempt, settings, ledger, underWay },
        signal: stop.signal,
      })
      if (failed === null) return
      counts.ended++
      if (failed) counts.failed++
      const broken = judgeFailures(counts.ended, counts.failed, pace.maxFailedPercent)
      if (broken !== null) end(broken)
    }
  }

  const working = Promise.all(Array.from({ length: pace.concurrency }, work)).then(() => true)
  // If one fails, the others must not continue after the caller has given up.
  working.catch(() => stop.abort())
  const longestMs = pace.maxMinutes * 60_000
  try {
    while (!(await Promise.race([working, sleep(lookEveryMs, false)]))) {
      if (ledger.isDue) await ledger.flush()
      if (ledger.figures.activeMs > longestMs)
        end(`It took longer than ${pace.maxMinutes} minutes, with ${ended + counts.ended} queries ended.`)
      if (await task.stopped()) end(null)
      if (stop.signal.aborted) await Promise.all([...underWay].map(([id, node]) => stopStatement(node, id)))
    }
  } finally {
    stop.abort()
    await working.catch(() => undefined)
  }
  await ledger.flush()
  return cut ?? (stop.signal.aborted && (await task.stopped()) ? 'stopped' : null)
}

interface Around {
  attempt: number
  settings: StatementSettings
  ledger: PassLedger
  underWay: Map<string, ConnectedNode>
  signal: AbortSignal
}

/** Whether it failed; null: it was ended with all others. */
async function sendOne(
  { deps, run }: BenchmarkTask,
  { spec, target, step, queries, judge }: Pass,
  { query, place, again }: PlannedRun,
  { attempt, settings, ledger, underWay, signal }: Around,
): Promise<boolean | null> {
  const logged = queries[query]
  if (!logged) throw new Error(`Replay ${run.id} has no query ${query}`)
  const at = { node: logged.loggedNode, shard: logged.loggedShard, replica: logged.loggedReplica }
  const node = routeQuery(target.spec, target.nodes, at, place)
  const ended = {
    ...{ step: step.ordinal, place, target: step.object ?? '', query, attempt, again, sentAt: deps.now() },
    nodeName: node?.name ?? '',
  }
  if (!node) {
    ledger.note({ ...ended, elapsedMs: 0, code: null, error: 'The target has no node for it.' })
    return true
  }
  const verdict = await judge(node, logged.text, signal)
  if (verdict === 'stopped') return null
  if (verdict.fault !== null) {
    ledger.note({ ...ended, elapsedMs: 0, code: null, error: shorten(`It was not sent: ${verdict.fault}`) })
    return true
  }
  const queryId = replayQueryId({ benchmarkId: run.id, step: step.ordinal, place, attempt })
  underWay.set(queryId, node)
  const outcome = await node.client.measure({
    ...{ sql: replayStatement(logged.text), queryId, settings, signal },
    database: target.spec.database ?? logged.database,
    // The server ends it by itself; anything still hanging is ended with the connection.
    timeoutMs: (spec.pace.maxSeconds + 30) * 1_000,
    purpose: 'replay',
  })
  underWay.delete(queryId)
  if (outcome.kind !== 'ok' && signal.aborted) return null
  ledger.note({
    ...{ ...ended, elapsedMs: outcome.elapsedMs },
    code: outcome.kind === 'refused' ? outcome.error.code : null,
    error:
      outcome.kind === 'ok'
        ? null
        : shorten(outcome.kind === 'refused' ? outcome.error.message : outcome.reason),
  })
  return outcome.kind !== 'ok'
}

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300)
}
