import { changeRunState, endArchive, listArchiveSteps, lockRow, notifyChange, recordRun } from '@frostline/db'
import { type ArchiveStage, openStepStates } from '@frostline/domain'
import { compareDueArchive, openSource, recordAudit, ServiceError } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { orderOfWorker } from '../run/carry-out-run.ts'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { workerContext } from '../worker/worker-context.ts'
import { ArchiveFault, ArchiveTask } from './archive-task.ts'
import { attachStep } from './attach-step.ts'
import { detachStep } from './detach-step.ts'
import { dropStep } from './drop-step.ts'
import { exportStep } from './export-step.ts'
import { checkArchiveViews } from './switch-view.ts'

const carryOut = { exporting: exportStep, detaching: detachStep, dropping: dropStep, restoring: attachStep }

/** The ledger has the progress of each partition and file. */
export const archiveWork = (open = openSource): WorkOfKind => ({
  kind: 'archive',
  maxAtOnce: 2,
  remedy: 'resume it',
  releaseDue: releaseDueArchives,
  async tend(deps) {
    await checkArchiveViews(deps)
    await compareDueArchive(workerContext(deps))
  },
  drive: (begun) => carryOutArchive(begun, open),
  judge: endArchive,
  async describe(tx, id) {
    const archive = await tx.archive.findUniqueOrThrow({ where: { id } })
    const { database, table, stage, approvedBy, dropApprovedBy, bucket, prefix } = archive
    const groups = await tx.archiveStep.groupBy({
      ...{ by: ['state'], where: { archiveId: id }, _count: true, _sum: { rows: true } },
    })
    const counts = groups.map(({ state, _count, _sum }) => [
      state,
      `${_count} partitions, ${_sum.rows ?? 0n} rows`,
    ])
    return {
      objectName: `${database}.${table}`,
      didSome: groups.some(({ state }) => state !== 'planned' && state !== 'kept'),
      details: { stage, bucket, prefix, approvedBy, dropApprovedBy, ...Object.fromEntries(counts) },
    }
  },
})

async function carryOutArchive(begun: BegunRun, open: typeof openSource): Promise<void> {
  const { deps, ref } = begun
  const archive = await deps.db.archive.findUniqueOrThrow({ where: { id: ref.id } })
  try {
    if (archive.sourceId === null) throw new ArchiveFault(`The source ${archive.sourceName} was removed.`)
    const source = await open(workerContext(deps), archive.sourceId)
    try {
      const cluster = await deps.clusters.get(begun.run.clusterId)
      const task = new ArchiveTask(begun, archive, source, cluster)
      // A partition that changed before its detach goes back to the first stage.
      let before: ArchiveStage | null = null
      for (let { stage } = archive; stage !== before; stage = await readStage(task)) {
        before = stage
        if (!(await carryOutStage(task, stage))) return
      }
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault) && !(error instanceof ServiceError)) throw error
    await recordRun(deps.db, ref, { error: error.message.slice(0, 2_000) })
  }
}

async function readStage({ deps, run }: ArchiveTask): Promise<ArchiveStage> {
  return (await deps.db.archive.findUniqueOrThrow({ where: { id: run.id } })).stage
}

/** False: a person has stopped it. */
async function carryOutStage(task: ArchiveTask, stage: ArchiveStage): Promise<boolean> {
  for (const step of await listArchiveSteps(task.deps.db, task.run.id, openStepStates(stage))) {
    if (await task.stopped()) return false
    await carryOut[stage](task, step)
  }
  return true
}

/** Drops what has been in quarantine for the grace time. */
export async function releaseDueArchives(deps: WorkflowDeps): Promise<void> {
  const isDue = {
    stage: 'detaching' as const,
    dropAt: { lte: deps.now() },
    run: { status: 'waiting' as const },
  }
  const due = await deps.db.archive.findMany({ where: isDue, select: { id: true } })
  for (const { id } of due)
    await deps.db.$transaction(async (tx) => {
      await lockRow(tx, 'run', id)
      const archive = await tx.archive.findFirst({
        where: { id, ...isDue },
        include: { run: { include: { cluster: { select: { name: true } } } } },
      })
      if (!archive) return
      const { database, table, graceHours, run } = archive
      await tx.archive.update({ where: { id }, data: { stage: 'dropping' } })
      await changeRunState(tx, run, 'release', orderOfWorker(deps))
      await recordAudit(tx, workerContext(deps), {
        ...{ action: 'archive.release', objectType: 'archive', objectId: id },
        ...{ objectName: `${database}.${table}`, clusterId: run.clusterId, clusterName: run.cluster.name },
        outcome: 'requested',
        details: { requestedBy: run.requestedBy, graceHours },
      })
      await notifyChange(tx, 'archive', id)
    })
}
