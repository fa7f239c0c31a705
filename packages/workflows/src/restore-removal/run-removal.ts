import { randomUUID } from 'node:crypto'
import { dropEmptyTableStatement, explain } from '@frostline/clickhouse'
import { endRestoreRemoval, recordRemovalNote } from '@frostline/db'
import { openSource, ServiceError, startDueRemovals } from '@frostline/services'
import { ArchiveFault } from '../archive/archive-task.ts'
import { Backoff, pause } from '../pause.ts'
import { type BegunRun, RunTask } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { workerContext } from '../worker/worker-context.ts'
import { RemovalFault, RemovalTask } from './removal-task.ts'
import { removeStep } from './remove-step.ts'

/**
 * Removes restored rows again when their time is over. Per partition: compared with the manifest, and the archive's files with
 * their proof, then its parts are detached and dropped. A table beside the archived one is dropped when it is empty.
 */
export const restoreRemovalWork = (open = openSource): WorkOfKind => ({
  kind: 'restore-removal',
  maxAtOnce: 2,
  releaseDue: (deps) => startDueRemovals(workerContext(deps)),
  drive: (begun) => carryOutRemoval(begun, open),
  judge: endRestoreRemoval,
  async describe(tx, id) {
    const removal = await tx.restoreRemoval.findUniqueOrThrow({
      where: { id },
      include: { restore: true, steps: { include: { step: true } } },
    })
    const { database, table, restoreId, restore, steps, note } = removal
    const removed = steps.filter(({ state }) => state === 'removed')
    return {
      objectName: `${database}.${table}`,
      didSome: removed.length > 0,
      details: {
        ...{ restore: restoreId, archive: restore.archiveId, mode: restore.mode },
        ...{ partitions: steps.length, removed: removed.length, ...(note === null ? {} : { table: note }) },
        rows: String(removed.reduce((sum, { step }) => sum + (step.rows ?? 0n), 0n)),
      },
    }
  },
})

async function carryOutRemoval(begun: BegunRun, open: typeof openSource): Promise<void> {
  const { deps, ref } = begun
  const { restore, steps } = await deps.db.restoreRemoval.findUniqueOrThrow({
    where: { id: ref.id },
    include: {
      restore: { include: { archive: true } },
      steps: { orderBy: { stepOrdinal: 'asc' } },
    },
  })
  const { archive } = restore
  try {
    if (archive.sourceId === null)
      throw new RemovalFault(
        `The source ${archive.sourceName} was removed, so the archive's files cannot be checked. The restored rows were kept.`,
      )
    const cluster = await deps.clusters.get(begun.run.clusterId)
    const source = await open(workerContext(deps), archive.sourceId)
    try {
      const task = new RemovalTask(begun, archive, source, cluster, restore)
      for (const { stepOrdinal } of steps) {
        if (await task.stopped()) return
        await removeStep(task, stepOrdinal)
      }
      const left = await deps.db.restoreRemovalStep.count({
        where: { removalId: ref.id, state: { not: 'removed' } },
      })
      if (left === 0 && !task.isInto) await dropTables(task, new Set(steps.map(({ nodeName }) => nodeName)))
    } finally {
      source.close()
    }
  } catch (error) {
    const isKnown =
      error instanceof RemovalFault || error instanceof ArchiveFault || error instanceof ServiceError
    if (!isKnown) throw error
    await new RunTask(begun).fail(error.message)
  }
}

/** The new table of a restore, on each node that loaded it, where nobody has inserted other rows. */
async function dropTables(task: RemovalTask, names: ReadonlySet<string>): Promise<void> {
  const kept: string[] = []
  for (const node of task.cluster.nodes.filter(({ name }) => names.has(name))) {
    const backoff = new Backoff(500, 15_000)
    for (;;) {
      const outcome = await node.client.command({
        ...dropEmptyTableStatement(task.at),
        ...{ queryId: `frostline-restore-removal-${task.run.id}-${randomUUID()}`, purpose: 'archive' },
      })
      if (outcome.kind === 'refused') kept.push(`${node.name} keeps the table: ${explain(outcome)}`)
      if (outcome.kind === 'ok' || outcome.kind === 'refused') break
      await task.wait(node.name, `Dropping the empty table: ${explain(outcome)}`)
      if (await task.stopped()) return
      await pause(backoff.next(), () => task.stopped())
    }
    await task.wait(node.name, null)
  }
  await recordRemovalNote(
    task.deps.db,
    task.run,
    kept.length === 0 ? 'The empty table was dropped.' : kept.join(' ').slice(0, 2_000),
  )
}
