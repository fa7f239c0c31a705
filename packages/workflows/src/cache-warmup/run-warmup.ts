import { QueryFailedError, warmCacheSettings } from '@frostline/clickhouse'
import {
  endWarmupSteps,
  listOpenWarmupSteps,
  type Prisma,
  recordCachedAfter,
  StaleWriterError,
} from '@frostline/db'
import { type ConnectedNode, inspectNodeNow, readingToJudge } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { awaitJudgement } from '../statement/await-judgement.ts'
import { awaitSettings, type StatementSettings } from '../statement/await-settings.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import { measureQuery } from './measure-query.ts'
import { readStep } from './read-step.ts'
import type { OpenWarmupStep } from './send-reading.ts'
import { WarmupTask } from './warmup-task.ts'

/** The ledger has the open partitions. */
export const warmupWork: WorkOfKind = {
  kind: 'cache-warmup',
  maxAtOnce: 4,
  drive: carryOut,
  judge: endWarmupSteps,
  async describe(tx, id) {
    const { database, table, wantedBytes } = await tx.cacheWarmup.findUniqueOrThrow({ where: { id } })
    const { _sum } = await tx.cacheWarmupStep.aggregate({
      where: { warmupId: id },
      _sum: { fetchedBytes: true, requests: true, cachedAfterBytes: true },
    })
    const fetchedBytes = _sum.fetchedBytes ?? 0n
    return {
      objectName: `${database}.${table}`,
      didSome: fetchedBytes > 0n,
      details: {
        wantedBytes: String(wantedBytes),
        fetchedBytes: String(fetchedBytes),
        storeRequests: String(_sum.requests ?? 0n),
        cachedAfterBytes: _sum.cachedAfterBytes === null ? null : String(_sum.cachedAfterBytes),
      },
    }
  },
}

/** The measured query, cold; all partitions, with nodes in parallel; what is cached then; the query again. */
async function carryOut(begun: BegunRun): Promise<void> {
  const { deps, ref, run } = begun
  const warmup = await deps.db.cacheWarmup.findUniqueOrThrow({ where: { id: ref.id } })
  const { nodes } = await deps.clusters.get(run.clusterId)
  const task = new WarmupTask(begun, nodes, warmup)
  if (!(await task.stopped())) await measureQuery(task, 'before')
  await readSteps(task)
  if (await task.stopped()) return stopLeftReadings(task)
  await inspectEnd(task)
  if (!(await task.stopped())) await measureQuery(task, 'after')
}

async function readSteps(task: WarmupTask): Promise<void> {
  const steps = await listOpenWarmupSteps(task.deps.db, task.run.id)
  const present = task.nodes.map(({ name }) => name)
  await failOpenSteps(task, { nodeName: { notIn: present } }, 'The node is not in the cluster any more.')
  const lanes = task.nodes.map((node) =>
    runLane(
      task,
      node,
      steps
        .filter(({ nodeName }) => nodeName === node.name)
        .map((step) => ({ ...step, refusedSinceMs: null })),
    ),
  )
  // Waits for all: one that continues would be sent twice with the next drive.
  const ends = await Promise.allSettled(lanes)
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  const worst = errors.find((error) => error instanceof StaleWriterError) ?? errors[0]
  if (worst !== undefined) throw worst
}

/** One read at a time per node: its store and its cache are shared with users' queries. */
async function runLane(
  task: WarmupTask,
  node: ConnectedNode,
  steps: readonly OpenWarmupStep[],
): Promise<void> {
  if (steps.length === 0) return
  const settings = await awaitSettings(task, node, warmCacheSettings)
  if (!settings || !(await passesJudgement(task, node))) return
  for (const step of steps) if (!(await readUntilThrough(task, node, step, settings))) return
}

/**
 * Whether the node may read with the condition. If not, its reads have failed, including those that an earlier worker
 * sent.
 */
async function passesJudgement(task: WarmupTask, node: ConnectedNode): Promise<boolean> {
  const { deps, run, spec, columns } = task
  if (spec.where === null) return true
  const judgement = await awaitJudgement(task, node, 'condition', readingToJudge(spec, columns))
  if (judgement.kind !== 'refused') return judgement.kind === 'passed'
  await stopLeftReadings(task, node.name)
  await failOpenSteps(task, { nodeName: node.name }, judgement.fault)
  deps.log.warn({ ...run, node: node.name }, 'Refused a stored condition of a warm-up')
  return false
}

/** False: a person has stopped it for now. */
async function readUntilThrough(
  task: WarmupTask,
  node: ConnectedNode,
  given: OpenWarmupStep,
  settings: StatementSettings,
): Promise<boolean> {
  const backoff = new Backoff(500, 30_000)
  for (let step = given; !(await task.stopped()); ) {
    const outcome = await readStep(task, node, step, settings)
    if (outcome.kind === 'stopped') return false
    if (outcome.kind === 'through') {
      await task.wait(node.name, null)
      return true
    }
    step = outcome.back
    await task.wait(node.name, outcome.reason)
    await pause(backoff.next(), () => task.stopped())
  }
  return false
}

async function failOpenSteps(
  { deps, run, announce }: WarmupTask,
  where: Prisma.CacheWarmupStepWhereInput,
  error: string,
): Promise<void> {
  await deps.db.cacheWarmupStep.updateMany({
    where: { warmupId: run.id, status: { in: ['planned', 'running'] }, ...where },
    data: { status: 'failed', finishedAt: deps.now(), error },
  })
  announce()
}

/** Including those that a dead worker has sent. */
async function stopLeftReadings({ deps, run, nodes }: WarmupTask, only?: string): Promise<void> {
  const open = await listOpenWarmupSteps(deps.db, run.id)
  await Promise.all(
    open.map(async ({ status, nodeName, queryId }) => {
      if (only !== undefined && nodeName !== only) return
      const node = nodes.find(({ name }) => name === nodeName)
      if (status === 'running' && node && queryId !== null && !(await stopStatement(node, queryId)))
        deps.log.warn({ ...run, node: nodeName, queryId }, 'Could not confirm that a read has ended')
    }),
  )
}

/**
 * What each node has cached at the end: later partitions, or other queries, may have evicted earlier ones. Waits for a
 * node that is down; one that rejects the query has no figure.
 */
async function inspectEnd(task: WarmupTask): Promise<void> {
  const steps = await task.deps.db.cacheWarmupStep.findMany({
    where: { warmupId: task.run.id, status: 'completed' },
    distinct: ['nodeName'],
    select: { nodeName: true },
  })
  const names = new Set(steps.map(({ nodeName }) => nodeName))
  await Promise.all(task.nodes.filter(({ name }) => names.has(name)).map((node) => lookUntilSeen(task, node)))
}

async function lookUntilSeen(task: WarmupTask, node: ConnectedNode): Promise<void> {
  const { database, table, columns } = task.spec
  const backoff = new Backoff(500, 30_000)
  while (!(await task.stopped())) {
    try {
      const look = await inspectNodeNow(node, { database, table, columns })
      await recordCachedAfter(
        task.deps.db,
        task.run,
        node.name,
        (look?.extents ?? []).map(({ cache, ...extent }) => ({ cacheName: cache, ...extent })),
      )
      return await task.wait(node.name, null)
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error
      if (error.failure.kind === 'refused') {
        task.deps.log.warn(
          { ...task.run, node: node.name, error },
          'Could not read the cache content at the end',
        )
        return
      }
      await task.wait(node.name, `${node.name} does not answer. Waiting to read its cache content.`)
      await pause(backoff.next(), () => task.stopped())
    }
  }
}
