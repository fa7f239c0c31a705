import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { explain, measuredSettings, measuredStatement } from '@frostline/clickhouse'
import {
  type CacheWarmupRun,
  findMeasuredRun,
  forgetMeasuredRun,
  recordMeasuredRun,
  recordMeasuredRunSent,
} from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { findOutStatement } from '../statement/find-out-statement.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import { awaitSettings, type StatementSettings } from './await-settings.ts'
import { readFigures } from './read-figures.ts'
import type { WarmupTask } from './warmup-task.ts'

const lookEveryMs = 300

type Sent = Pick<CacheWarmupRun, 'queryId' | 'sentAt'>
/** `elapsedMs` by our clock; the log of the server is believed before it. Null: only the log knows. */
type End = { error: string | null; elapsedMs: number | null } | 'away' | 'stopped'

/**
 * Runs the measured query once at each moment, and writes down what its counters say over all nodes. A worker that ends
 * meanwhile leaves its id, and the next one looks what became of it: the query may be a heavy one.
 */
export async function measureQuery(task: WarmupTask, moment: 'before' | 'after'): Promise<void> {
  const { measured } = task.spec
  if (!measured) return
  const known = await findMeasuredRun(task.deps.db, task.run, moment)
  if (known && known.finishedAt !== null) return
  const name = known?.nodeName ?? measured.node ?? task.nodes[0]?.name
  const node = task.nodes.find((each) => each.name === name)
  if (!node) return
  const settings = await awaitSettings(task, node, measuredSettings(moment))
  if (!settings) return
  const sent = known ?? (await writeDown(task, moment, node))
  let end = known ? await follow(task, node, sent) : await send(task, node, sent, measured.query, settings)
  const backoff = new Backoff(500, 30_000)
  while (end === 'away') {
    await task.wait(node.name, `${node.name} does not answer: the measured query waits for it.`)
    await pause(backoff.next(), () => task.stopped())
    end = (await task.stopped()) ? 'stopped' : await follow(task, node, sent)
  }
  await task.wait(node.name, null)
  if (end === 'stopped')
    return forgetMeasuredRun(task.deps.db, { queryId: sent.queryId, warmupId: task.run.warmupId })
  await settle(task, node, sent, end)
}

async function writeDown(task: WarmupTask, moment: 'before' | 'after', node: ConnectedNode): Promise<Sent> {
  const sent = { queryId: `frostline-measure-${randomUUID()}`, sentAt: task.deps.now() }
  await recordMeasuredRunSent(task.deps.db, task.run, {
    ...{ moment, nodeName: node.name, queryId: sent.queryId },
    now: sent.sentAt,
  })
  task.announce()
  return sent
}

async function send(
  task: WarmupTask,
  node: ConnectedNode,
  sent: Sent,
  query: string,
  settings: StatementSettings,
): Promise<End> {
  const sending = node.client.command({
    ...measuredStatement(query),
    queryId: sent.queryId,
    settings,
    purpose: 'cache-warmup',
  })
  for (;;) {
    const outcome = await Promise.race([sending, sleep(lookEveryMs, null)])
    if (outcome?.kind === 'ok') return { error: null, elapsedMs: outcome.elapsedMs }
    if (outcome?.kind === 'refused') return { error: explain(outcome), elapsedMs: null }
    if (outcome?.kind === 'unknown') return follow(task, node, sent)
    if (outcome) return { error: `${node.name}: ${explain(outcome)}`, elapsedMs: null }
    if (!(await task.stopped())) continue
    await stopStatement(node, sent.queryId)
    return 'stopped'
  }
}

async function follow(task: WarmupTask, node: ConnectedNode, sent: Sent): Promise<End> {
  const end = await findOutStatement(node, sent, () => task.stopped())
  switch (end.kind) {
    case 'finished':
      return { error: null, elapsedMs: Number(end.row.query_duration_ms) }
    case 'failed':
      return { error: `${node.name} answered code ${end.error.code}: ${end.error.message}`, elapsedMs: null }
    case 'no-word':
      return {
        error: 'Its node does not know how it ended, so there is nothing to compare.',
        elapsedMs: null,
      }
    case 'stopped':
      await stopStatement(node, sent.queryId)
      return 'stopped'
    case 'away':
      return 'away'
  }
}

async function settle(
  { deps, nodes, run, announce }: WarmupTask,
  node: ConnectedNode,
  sent: Sent,
  { error, elapsedMs }: Exclude<End, string>,
): Promise<void> {
  const figures = await Promise.all(nodes.map((each) => readFigures(each, sent)))
  const own = figures[nodes.indexOf(node)]
  // A node that cannot be asked may have had a part in it.
  const known = figures.filter((each) => each !== null)
  const sum = (pick: (each: (typeof known)[number]) => bigint) =>
    known.length < figures.length ? null : known.reduce((total, each) => total + pick(each), 0n)
  await recordMeasuredRun(
    deps.db,
    { queryId: sent.queryId, warmupId: run.warmupId },
    {
      finishedAt: deps.now(),
      elapsedMs: own && own.duration_ms > 0n ? Number(own.duration_ms) : elapsedMs,
      storeBytes: sum((each) => each.store_bytes),
      cacheBytes: sum((each) => each.cache_bytes),
      requests: sum((each) => each.store_requests),
      readRows: sum((each) => each.read_rows),
      error: error === null ? null : error.slice(0, 1_000),
    },
  )
  announce()
}
