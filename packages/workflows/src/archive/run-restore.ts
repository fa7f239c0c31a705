import { firstKeyColumn, restoredChecks, tableDefinition } from '@frostline/clickhouse'
import {
  type ArchiveRestore,
  type ArchiveRestoreStep,
  type ArchiveStep,
  endArchiveRestore,
  recordRestoreMove,
  recordRestoreStep,
} from '@frostline/db'
import { archiveColumn, compareContents, contentChecks, isOpenRun, listOrdered } from '@frostline/domain'
import { queueRestoreMove, ServiceError } from '@frostline/services'
import { z } from 'zod'
import { pause } from '../pause.ts'
import { type BegunRun, RunTask } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { workerContext } from '../worker/worker-context.ts'
import { ArchiveFault, comparedValues } from './archive-task.ts'
import { toChecks } from './prove-file.ts'
import { readFromNode } from './read-from-node.ts'
import { retrieveFiles } from './retrieve-files.ts'
import { settleView } from './switch-view.ts'

const followEveryMs = 1_000

/** The loads bring the rows, exactly once. This run follows them, and compares the table with the manifests. */
export const restoreWork: WorkOfKind = {
  kind: 'archive-restore',
  maxAtOnce: Number.POSITIVE_INFINITY,
  drive: carryOutRestore,
  judge: endArchiveRestore,
  async describe(tx, id) {
    const restore = await tx.archiveRestore.findUniqueOrThrow({ where: { id }, include: { steps: true } })
    const { database, table, archiveId, mode, steps } = restore
    const proved = steps.filter(({ provedAt }) => provedAt !== null).length
    return {
      objectName: `${database}.${table}`,
      didSome: proved > 0,
      details: { archive: archiveId, mode, partitions: steps.length, proved },
    }
  },
}

async function carryOutRestore(begun: BegunRun): Promise<void> {
  const task = new RunTask(begun)
  const restore = await begun.deps.db.archiveRestore.findUniqueOrThrow({
    where: { id: begun.ref.id },
    include: {
      archive: true,
      steps: { include: { step: { include: { files: true } } }, orderBy: { stepOrdinal: 'asc' } },
    },
  })
  try {
    if (!(await retrieveFiles(task, restore))) return
    const loads = await begun.deps.db.archiveRestoreStep.findMany({ where: { restoreId: begun.ref.id } })
    if (!(await followLoads(task, loads))) return
    const columns = z.array(archiveColumn).parse(restore.archive.columns)
    for (const step of restore.steps) {
      if (await task.stopped()) return
      if (step.provedAt === null) await proveStep(task, restore, step, columns, restore.archive.sortingKey)
    }
    const { database, table, mode } = restore
    if (mode === 'into') await settleView(begun.deps, { clusterId: task.clusterId, database, table })
    if (restore.volume !== null) await moveToVolume(task, restore.volume)
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    await task.fail(error.message)
  }
}

/** Follows the tier migration that moves the restored partitions. Throws ArchiveFault when it ended without all of them. */
async function moveToVolume(task: RunTask, volume: string): Promise<void> {
  const { db } = task.deps
  while (!(await task.stopped())) {
    const { movedAt, moveId, move } = await db.archiveRestore.findUniqueOrThrow({
      where: { id: task.run.id },
      include: { move: { include: { run: true } } },
    })
    if (movedAt !== null) {
      await task.wait('move', null)
      return
    }
    const status = move?.run?.status
    if (moveId === null) await task.wait('move', await queueMove(task))
    else if (status === 'completed') await recordRestoreMove(db, task.run, { movedAt: task.deps.now() })
    else if (status === 'failed' || status === 'cancelled')
      throw new ArchiveFault(
        `All rows were restored and compared. Their move to volume ${volume} ${status === 'failed' ? 'failed' : 'was cancelled'}. ${move?.run?.error ?? ''} A retry moves what is left.`,
      )
    else
      await task.wait(
        'move',
        status === 'paused'
          ? `The move to volume ${volume} is paused. Resume it.`
          : (move?.run?.waitReason ?? null),
      )
    await pause(followEveryMs, () => task.stopped())
  }
}

async function queueMove(task: RunTask): Promise<string | null> {
  try {
    return await queueRestoreMove(workerContext(task.deps), task.run)
  } catch (error) {
    // Another migration of the table comes first, or a node is away.
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

/** False: a person has stopped it. Throws ArchiveFault when a load has ended without its rows. */
async function followLoads(task: RunTask, steps: readonly ArchiveRestoreStep[]): Promise<boolean> {
  const ids = [...new Set(steps.flatMap(({ loadId }) => loadId ?? []))]
  while (!(await task.stopped())) {
    const found = await task.deps.db.run.findMany({ where: { id: { in: ids } } })
    const open = found.filter(({ status }) => isOpenRun(status))
    const bad = found.find(({ status }) => status === 'failed' || status === 'cancelled')
    if (bad && open.length === 0)
      throw new ArchiveFault(
        `A load of this restore ${bad.status === 'failed' ? 'failed' : 'was cancelled'}. ${bad.error ?? ''} A retry continues it, exactly once.`,
      )
    if (open.length === 0) {
      await task.wait('load', null)
      return true
    }
    const paused = open.find(({ status }) => status === 'paused')
    const waits = open.find(({ waitReason }) => waitReason !== null)
    await task.wait(
      'load',
      paused ? 'A load of this restore is paused. Resume it.' : (waits?.waitReason ?? null),
    )
    await pause(followEveryMs, () => task.stopped())
  }
  return false
}

async function proveStep(
  task: RunTask,
  { database, table }: ArchiveRestore,
  { step, stepOrdinal, nodeName }: ArchiveRestoreStep & { step: ArchiveStep },
  columns: readonly z.infer<typeof archiveColumn>[],
  sortingKey: string,
): Promise<void> {
  const cluster = await task.deps.clusters.get(task.clusterId)
  const node = cluster.nodes.find(({ name }) => name === nodeName)
  if (!node) throw new ArchiveFault(`${nodeName} is not in the cluster any more.`)
  const names = columns.map(({ name }) => name)
  const key = firstKeyColumn(sortingKey, listOrdered(columns))
  const query = restoredChecks({ database, table }, comparedValues(columns), key)
  const what = `Comparing partition ${step.partition} of ${database}.${table}`
  const known = await readFromNode(task, node, tableDefinition, { database, table }, what)
  if (known.kind === 'stopped') return
  const read = await readFromNode(task, node, query, { partition_id: step.partitionId }, what)
  const checks = toChecks(read, key !== null)
  if (checks === null) return
  const wanted = contentChecks.parse(step.checks)
  const difference = compareContents(names, BigInt(wanted.rows), wanted, checks, [
    'in the manifest',
    'in the table',
  ])
  if (difference !== null) {
    await recordRestoreStep(task.deps.db, task.run, stepOrdinal, { checks, error: difference })
    throw new ArchiveFault(
      `Partition ${step.partition} of ${database}.${table} on ${nodeName} is not equal to its manifest. ${difference} Rows that others insert, a TTL or merges of the engine can explain this. The files are unchanged.`,
    )
  }
  await recordRestoreStep(task.deps.db, task.run, stepOrdinal, {
    ...{ checks, error: null, provedAt: task.deps.now() },
    tableUuid: known.kind === 'ok' ? (known.rows[0]?.uuid ?? null) : null,
  })
  task.announce()
}
