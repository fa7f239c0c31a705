import { setTimeout as sleep } from 'node:timers/promises'
import {
  beginGeneration,
  type DataGeneration,
  type DataGenerationChunk,
  type GenerationRun,
  listOpenChunks,
  recordGeneration,
  StaleWriterError,
  settleGeneration,
} from '@frostline/db'
import { generationSpec } from '@frostline/domain'
import {
  type ConnectedNode,
  type OpenSource,
  openSource,
  renderGeneration,
  ServiceError,
} from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { workerContext } from '../worker/worker-context.ts'
import { auditGeneration } from './audit-generation.ts'
import { ChunkQueue, type OpenChunk } from './chunk-queue.ts'
import { GenerationTask } from './generation-task.ts'
import { findForeignKey } from './look-at-folder.ts'
import { runChunk } from './run-chunk.ts'

type Announcer = Pick<ChangeAnnouncer, 'announce'>

/**
 * The durable workflow of one start of a generation: the ledger says which chunks are left, and a chunk of a template may
 * be sent again at any time, since its files come out the same.
 */
export function registerGeneration(deps: WorkflowDeps) {
  return registerLedgerWorkflow<GenerationRun>(deps, {
    name: 'data-generation',
    noun: 'A data generation',
    drive: (announcer, run) => carryOutGeneration(deps, announcer, run),
    settle: (announcer, run) => settleRun(deps, announcer, run),
  })
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function generationWorkflowId({ generationId, start }: GenerationRun): string {
  return `data-generation/${generationId}/${start}`
}

/** One go at the run, from wherever the ledger stands. Throws StaleWriterError when it is not the current one. */
export async function carryOutGeneration(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: GenerationRun,
): Promise<void> {
  const generation = await beginGeneration(deps.db, run, deps.now())
  const announce = () => announcer.announce('data-generation', run.generationId)
  announce()
  // It had failed before it could be settled.
  if (generation.error !== null) return
  const spec = generationSpec.parse(generation.spec)
  const source = await openOrExplain(deps, spec.source.id)
  if (typeof source === 'string') return recordGeneration(deps.db, run, { error: source })
  try {
    const { nodes } = await deps.clusters.get(generation.clusterId)
    const task = new GenerationTask(deps, run, spec, nodes, source, announce, generation)
    const head = renderGeneration(spec, source, { firstRow: 0, rows: 1 }).shownHead
    await recordGeneration(deps.db, run, { statementHead: head })
    await writeChunks(task, generation)
    if (await task.stopped()) await stopLeftStatements(task)
  } finally {
    source.close()
  }
}

async function openOrExplain(deps: WorkflowDeps, sourceId: string): Promise<OpenSource | string> {
  try {
    return await openSource(workerContext(deps), sourceId)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [error.message, error.hint].filter(Boolean).join(' ')
  }
}

async function writeChunks(task: GenerationTask, { bucket }: DataGeneration): Promise<void> {
  const foreign = await findForeignKey(task)
  if (foreign !== null)
    return task.fail(
      `${bucket}/${foreign} does not belong to this generation and is not overwritten. Use an empty folder.`,
    )
  const open = await listOpenChunks(task.deps.db, task.run.generationId)
  const chunks = open.map((chunk) => adopt(task, chunk))
  const lost = chunks.find((chunk) => chunk === null)
  if (lost === null)
    return task.fail(
      'The node that ran the query is not in the cluster any more, so it is unknown whether the query is still running.',
    )
  const queue = new ChunkQueue(chunks.filter((chunk) => chunk !== null))
  const lanes = task.nodes.flatMap((node) =>
    Array.from({ length: task.spec.statementsPerNode }, () => runLane(task, node, queue)),
  )
  // To the end of all: what goes on beside the next go would be sent twice.
  const ends = await Promise.allSettled(lanes)
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  const worst = errors.find((error) => error instanceof StaleWriterError) ?? errors[0]
  if (worst !== undefined) throw worst
}

/** Null: it was sent to a node that is gone, and must not be sent again as long as it may run. */
function adopt(task: GenerationTask, chunk: DataGenerationChunk): OpenChunk | null {
  const gone = chunk.status === 'running' && task.nodes.every(({ name }) => name !== chunk.nodeName)
  if (!gone) return { ...chunk, refusedSinceMs: null }
  return task.spec.content.kind === 'query' ? null : { ...chunk, status: 'planned', refusedSinceMs: null }
}

/** One statement at a time, until nothing is left that could be sent. */
async function runLane(task: GenerationTask, node: ConnectedNode, queue: ChunkQueue): Promise<void> {
  const backoff = new Backoff(500, 30_000)
  while (!queue.empty && !(await task.stopped())) {
    const chunk = queue.take(node.name)
    if (!chunk) {
      await sleep(300)
      continue
    }
    let back: OpenChunk | null = null
    try {
      const outcome = await runChunk(task, node, chunk)
      if (outcome.kind === 'not-now') {
        back = outcome.back
        await task.wait(outcome.reason)
      } else if (outcome.kind === 'done') {
        backoff.reset()
        await task.wait(null)
      }
    } finally {
      queue.end(back)
    }
    if (back) await pause(backoff.next(), () => task.stopped())
  }
}

/** Also those that a worker has sent that is gone by now. */
async function stopLeftStatements(task: GenerationTask): Promise<void> {
  const open = await listOpenChunks(task.deps.db, task.run.generationId)
  await Promise.all(
    open.map(async ({ status, nodeName, queryId }) => {
      const node = task.nodes.find(({ name }) => name === nodeName)
      if (status === 'running' && node && queryId !== null && !(await stopStatement(node, queryId)))
        task.deps.log.warn({ ...task.run, node: nodeName, queryId }, 'A statement could not be seen to end')
    }),
  )
}

export async function settleRun(deps: WorkflowDeps, announcer: Announcer, run: GenerationRun): Promise<void> {
  const status = await settleGeneration(deps.db, run, deps.now(), (tx, settled) =>
    auditGeneration(deps, tx, settled),
  )
  if (status === null) return
  announcer.announce('data-generation', run.generationId)
  deps.log.info({ ...run, status }, 'Data generation settled')
}
