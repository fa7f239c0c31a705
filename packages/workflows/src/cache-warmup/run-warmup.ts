import { warmCacheSettings } from '@frostline/clickhouse'
import {
  beginWarmup,
  listOpenWarmupSteps,
  type Prisma,
  StaleWriterError,
  settleWarmup,
  type WarmupRun,
} from '@frostline/db'
import { type ConnectedNode, readingToJudge } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import { awaitJudgement } from '../statement/await-judgement.ts'
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
  if (!settings || !(await passesJudgement(task, node))) return
  for (const step of steps) if (!(await readUntilThrough(task, node, step, settings))) return
}

/** Whether the node may read with the condition. Where it may not, its readings have failed, also those that an earlier worker sent. */
async function passesJudgement(task: WarmupTask, node: ConnectedNode): Promise<boolean> {
  const { deps, run, spec, columns } = task
  if (spec.where === null) return true
  const judgement = await awaitJudgement(task, node, 'condition', readingToJudge(spec, columns))
  if (judgement.kind !== 'refused') return judgement.kind === 'passed'
  await stopLeftReadings(task, node.name)
  await failOpenSteps(task, { nodeName: node.name }, judgement.fault)
  deps.log.warn({ ...run, node: node.name }, 'A stored condition of a warm-up was refused')
  return false
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

async function failOpenSteps(
  { deps, run, announce }: WarmupTask,
  where: Prisma.CacheWarmupStepWhereInput,
  error: string,
): Promise<void> {
  await deps.db.cacheWarmupStep.updateMany({
    where: { warmupId: run.warmupId, status: { in: ['planned', 'running'] }, ...where },
    data: { status: 'failed', finishedAt: deps.now(), error },
  })
  announce()
}

/** Also those that a worker has sent that is gone by now. */
async function stopLeftReadings({ deps, run, nodes }: WarmupTask, only?: string): Promise<void> {
  const open = await listOpenWarmupSteps(deps.db, run.warmupId)
  await Promise.all(
    open.map(async ({ status, nodeName, queryId }) => {
      if (only !== undefined && nodeName !== only) return
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
