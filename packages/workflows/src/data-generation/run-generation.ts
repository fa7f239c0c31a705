import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DataGeneration,
  type DataGenerationChunk,
  endChunks,
  fencedRun,
  listOpenChunks,
  listSentChunks,
  recordRun,
  StaleWriterError,
} from '@frostline/db'
import { generationSpec, isForeignKey } from '@frostline/domain'
import { StoreListingError } from '@frostline/object-store'
import {
  type ConnectedNode,
  type OpenSource,
  openSource,
  renderGeneration,
  ServiceError,
} from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import { workerContext } from '../worker/worker-context.ts'
import { ChunkQueue, type OpenChunk } from './chunk-queue.ts'
import { GenerationTask } from './generation-task.ts'
import { runChunk } from './run-chunk.ts'

/**
 * The ledger has the open chunks, and a chunk of a template may be sent again at any time, since its files are always
 * the same.
 */
export const generationWork: WorkOfKind = {
  kind: 'data-generation',
  maxAtOnce: 4,
  drive: carryOut,
  judge: endChunks,
  async describe(tx, id) {
    const { bucket, prefix, sourceName } = await tx.dataGeneration.findUniqueOrThrow({ where: { id } })
    const { _sum } = await tx.dataGenerationChunk.aggregate({
      where: { generationId: id, status: 'completed' },
      _sum: { writtenFiles: true, writtenRows: true, writtenBytes: true },
    })
    return {
      objectName: `${bucket}/${prefix}`,
      didSome: (_sum.writtenFiles ?? 0) > 0,
      details: {
        source: sourceName,
        files: _sum.writtenFiles ?? 0,
        rows: String(_sum.writtenRows ?? 0n),
        bytes: String(_sum.writtenBytes ?? 0n),
      },
    }
  },
}

async function carryOut(begun: BegunRun): Promise<void> {
  const { deps, ref, run } = begun
  const generation = await deps.db.dataGeneration.findUniqueOrThrow({ where: { id: ref.id } })
  const spec = generationSpec.parse(generation.spec)
  const source = await openOrExplain(deps, spec.source.id)
  if (typeof source === 'string') return recordRun(deps.db, ref, { error: source })
  try {
    const { nodes } = await deps.clusters.get(run.clusterId)
    const task = new GenerationTask(begun, spec, nodes, source)
    const head = renderGeneration(spec, source, { firstRow: 0, rows: 1 }).shownHead
    await deps.db.dataGeneration.updateMany({
      where: { id: ref.id, run: fencedRun(ref) },
      data: { statementHead: head },
    })
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
  const open = await listOpenChunks(task.deps.db, task.run.id)
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
  // Waits for all: one that continues would be sent twice with the next drive.
  const ends = await Promise.allSettled(lanes)
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  const worst = errors.find((error) => error instanceof StaleWriterError) ?? errors[0]
  if (worst !== undefined) throw worst
}

/** Null: it was sent to a node that was removed, and must not be sent again while it may run. */
function adopt(task: GenerationTask, chunk: DataGenerationChunk): OpenChunk | null {
  const gone = chunk.status === 'running' && task.nodes.every(({ name }) => name !== chunk.nodeName)
  if (!gone) return { ...chunk, refusedSinceMs: null }
  return task.spec.content.kind === 'query' ? null : { ...chunk, status: 'planned', refusedSinceMs: null }
}

/** One statement at a time, until nothing is left to send. */
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
        await task.wait(node.name, outcome.reason)
      } else if (outcome.kind === 'done') {
        backoff.reset()
        await task.wait(node.name, null)
      }
    } finally {
      queue.end(back)
    }
    if (back) await pause(backoff.next(), () => task.stopped())
  }
}

/** Including those that a dead worker has sent. */
async function stopLeftStatements(task: GenerationTask): Promise<void> {
  const open = await listOpenChunks(task.deps.db, task.run.id)
  await Promise.all(
    open.map(async ({ status, nodeName, queryId }) => {
      const node = task.nodes.find(({ name }) => name === nodeName)
      if (status === 'running' && node && queryId !== null && !(await stopStatement(node, queryId)))
        task.deps.log.warn(
          { ...task.run, node: nodeName, queryId },
          'Could not confirm that a statement has ended',
        )
    }),
  )
}

/**
 * Checks everything below the folder before anything is sent. Returns the first key that this generation has not
 * written, or null. Repeats while the store does not answer, until a person stops it.
 */
async function findForeignKey(task: GenerationTask): Promise<string | null> {
  const { deps, run, spec, source } = task
  const { bucket } = spec.source
  const sent = await listSentChunks(deps.db, run.id)
  const backoff = new Backoff(500, 30_000)
  while (!(await task.stopped())) {
    try {
      for await (const { objects } of source.store.list(bucket, { prefix: spec.prefix }))
        for (const { key } of objects) if (isForeignKey(spec, key, sent)) return key
      await task.wait('folder', null)
      return null
    } catch (error) {
      if (!(error instanceof StoreListingError)) throw error
      await task.wait('folder', `The folder cannot be listed: ${error.message}`)
      await pause(backoff.next(), () => task.stopped())
    }
  }
  return null
}
