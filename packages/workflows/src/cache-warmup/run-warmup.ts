import { warmCacheSettings } from '@frostline/clickhouse'
import {
  beginWarmup,
  listOpenWarmupSteps,
  StaleWriterError,
  settleWarmup,
  type WarmupRun,
} from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import { awaitSettings, type StatementSettings } from '../statement/await-settings.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { auditWarmup } from './audit-warmup.ts'
import { lookAtEnd } from './look-at-end.ts'
import { measureQuery } from './measure-query.ts'
import { type OpenWarmupStep, readStep } from './read-step.ts'
import { WarmupTask } from './warmup-task.ts'

type Announcer = Pick<ChangeAnnouncer, 'announce'>

/** The durable workflow of one start of a warm-up: the ledger says which partitions are left. */
export function registerWarmup(deps: WorkflowDeps) {
  return registerLedgerWorkflow<WarmupRun>(deps, {
    name: 'cache-warmup',
    noun: 'A cache warm-up',
    drive: (announcer, run) => carryOutWarmup(deps, announcer, run),
    settle: (announcer, run) => settleWarmupRun(deps, announcer, run),
  })
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function warmupWorkflowId({ warmupId, start }: WarmupRun): string {
  return `cache-warmup/${warmupId}/${start}`
}

/**
 * One go at the run, from wherever the ledger stands: the measured query, cold; all partitions, node by node side by side;
 * what is cached then; the query again. Throws StaleWriterError when it is not the current one.
 */
export async function carryOutWarmup(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: WarmupRun,
): Promise<void> {
  const warmup = await beginWarmup(deps.db, run, deps.now())
  const announce = () => announcer.announce('cache-warmup', run.warmupId)
  announce()
  const { nodes } = await deps.clusters.get(warmup.clusterId)
  const task = new WarmupTask(deps, run, nodes, announce, warmup)
  if (!(await task.stopped())) await measureQuery(task, 'before')
  await readSteps(task)
  if (await task.stopped()) return stopLeftReadings(task)
  await lookAtEnd(task)
  if (!(await task.stopped())) await measureQuery(task, 'after')
}

async function readSteps(task: WarmupTask): Promise<void> {
  const steps = await listOpenWarmupSteps(task.deps.db, task.run.warmupId)
  await failStepsWithoutNode(task)
  const lanes = task.nodes.map((node) =>
    runLane(
      task,
      node,
      steps
        .filter(({ nodeName }) => nodeName === node.name)
        .map((step) => ({ ...step, refusedSinceMs: null })),
    ),
  )
  // To the end of all: what goes on beside the next go would be sent twice.
  const ends = await Promise.allSettled(lanes)
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  const worst = errors.find((error) => error instanceof StaleWriterError) ?? errors[0]
  if (worst !== undefined) throw worst
}

/** One reading at a time on each node: its store and its cache are shared with people's queries. */
async function runLane(
  task: WarmupTask,
  node: ConnectedNode,
  steps: readonly OpenWarmupStep[],
): Promise<void> {
  if (steps.length === 0) return
  const settings = await awaitSettings(task, node, warmCacheSettings)
  if (!settings) return
  for (const step of steps) if (!(await readUntilThrough(task, node, step, settings))) return
}

/** False: a person wants no more for now. */
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

async function failStepsWithoutNode({ deps, run, nodes }: WarmupTask): Promise<void> {
  await deps.db.cacheWarmupStep.updateMany({
    where: {
      warmupId: run.warmupId,
      status: { in: ['planned', 'running'] },
      nodeName: { notIn: nodes.map(({ name }) => name) },
    },
    data: { status: 'failed', finishedAt: deps.now(), error: 'The node is not in the cluster any more.' },
  })
}

/** Also those that a worker has sent that is gone by now. */
async function stopLeftReadings({ deps, run, nodes }: WarmupTask): Promise<void> {
  const open = await listOpenWarmupSteps(deps.db, run.warmupId)
  await Promise.all(
    open.map(async ({ status, nodeName, queryId }) => {
      const node = nodes.find(({ name }) => name === nodeName)
      if (status === 'running' && node && queryId !== null && !(await stopStatement(node, queryId)))
        deps.log.warn({ ...run, node: nodeName, queryId }, 'A reading could not be seen to end')
    }),
  )
}

export async function settleWarmupRun(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: WarmupRun,
): Promise<void> {
  const status = await settleWarmup(deps.db, run, deps.now(), (tx, settled) => auditWarmup(deps, tx, settled))
  if (status === null) return
  announcer.announce('cache-warmup', run.warmupId)
  deps.log.info({ ...run, status }, 'Cache warm-up settled')
}
