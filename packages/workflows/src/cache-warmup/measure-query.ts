import { randomUUID } from 'node:crypto'
import { measuredSettings, measuredStatement } from '@frostline/clickhouse'
import {
  type CacheWarmupRun,
  findMeasuredRun,
  forgetMeasuredRun,
  recordMeasuredRun,
  recordMeasuredRunSent,
} from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import { awaitJudgement } from '../statement/await-judgement.ts'
import { awaitSettings } from '../statement/await-settings.ts'
import { driveStatement, type StatementResult } from '../statement/drive-statement.ts'
import { readFigures } from './read-figures.ts'
import type { WarmupTask } from './warmup-task.ts'

const noWord: StatementResult = {
  error: 'Its node has no record of its end, so there is nothing to compare.',
  code: null,
  elapsedMs: null,
}

type Sent = Pick<CacheWarmupRun, 'queryId' | 'sentAt'>

/**
 * Runs the measured query once at each moment, and records its counters over all nodes. A worker that ends meanwhile
 * leaves its id, and the next one finds out what happened to it: the query may be heavy.
 */
export async function measureQuery(task: WarmupTask, moment: 'before' | 'after'): Promise<void> {
  const { measured } = task.spec
  if (!measured) return
  const known = await findMeasuredRun(task.deps.db, task.run.id, moment)
  if (known && known.finishedAt !== null) return
  const name = known?.nodeName ?? measured.node ?? task.nodes[0]?.name
  const node = task.nodes.find((each) => each.name === name)
  if (!node) return
  const settings = await awaitSettings(task, node, measuredSettings(moment))
  if (!settings) return
  const judgement = known ? null : await awaitJudgement(task, node, 'measured query', measured.query)
  if (judgement?.kind === 'stopped') return
  const sent = known ?? (await writeDown(task, moment, node))
  if (judgement?.kind === 'refused')
    return settle(task, node, sent, { error: judgement.fault, code: null, elapsedMs: null })
  const end = await driveStatement(
    task,
    node,
    sent,
    'the measured query',
    known ? undefined : { ...measuredStatement(measured.query), settings, purpose: 'cache-warmup' },
  )
  if (end === 'stopped')
    return forgetMeasuredRun(task.deps.db, { queryId: sent.queryId, warmupId: task.run.id })
  await settle(task, node, sent, end === 'no-word' ? noWord : end)
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

async function settle(
  { deps, nodes, run, announce }: WarmupTask,
  node: ConnectedNode,
  sent: Sent,
  { error, elapsedMs }: StatementResult,
): Promise<void> {
  const figures = await Promise.all(nodes.map((each) => readFigures(each, sent)))
  const own = figures[nodes.indexOf(node)]
  // An unreachable node may have run a part of it.
  const known = figures.filter((each) => each !== null)
  const sum = (pick: (each: (typeof known)[number]) => bigint) =>
    known.length < figures.length ? null : known.reduce((total, each) => total + pick(each), 0n)
  await recordMeasuredRun(
    deps.db,
    { queryId: sent.queryId, warmupId: run.id },
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
