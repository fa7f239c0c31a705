import {
  changeRunState,
  endRemoval,
  keepUntouched,
  listOpenObjects,
  lockRow,
  markObjects,
  notifyChange,
  type OrphanRemovalObject,
  recordRun,
  type SettledObject,
  StaleWriterError,
  settleObjects,
  sumRemovals,
} from '@frostline/db'
import { openSource, recordAudit, ServiceError } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { orderOfWorker } from '../run/carry-out-run.ts'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { workerContext } from '../worker/worker-context.ts'
import type { Leave } from './abort-upload.ts'
import { checkWithReplicas, type ReplicaLook } from './check-with-replicas.ts'
import { RemovalFault, RemovalTask } from './removal-task.ts'
import { removeObject } from './remove-object.ts'

/** Each check on a replica reads the metadata of all its files, so it covers many objects at once. */
const askedAtOnce = 5_000
/** Objects recorded in the ledger at once, before and after. */
const markedAtOnce = 64
/** Concurrent requests to the store. */
const atOnce = 16
/** A replica check is valid for this long, then it is repeated. */
const lookHoldsMs = 120_000
/** A worker that stalled for longer than this after it wrote the ledger sends nothing. */
const markHoldsMs = 20_000

/** The ledger has the progress of each object. */
export const removalWork = (open = openSource): WorkOfKind => ({
  kind: 'orphan-removal',
  maxAtOnce: 2,
  remedy: 'resume it',
  releaseDue: releaseDueRemovals,
  drive: (begun) => carryOutRemoval(begun, open),
  judge: endRemoval,
  async describe(tx, id) {
    const { bucket, stage, approvedBy } = await tx.orphanRemoval.findUniqueOrThrow({ where: { id } })
    const states: Record<string, bigint> = {}
    for (const { state, objects } of await sumRemovals(tx, [id]))
      states[state] = (states[state] ?? 0n) + objects
    const counts = Object.entries(states).map(([state, objects]) => [state, String(objects)] as const)
    return {
      objectName: bucket,
      didSome: doneStates.some((state) => (states[state] ?? 0n) > 0n),
      details: { stage, approvedBy, ...Object.fromEntries(counts) },
    }
  },
})

const doneStates = ['quarantined', 'deleted', 'restored']

/**
 * One drive of a stage, continued from the ledger: some thousand objects are checked with every replica, then processed
 * a few at a time, each recorded before and after.
 */
async function carryOutRemoval(begun: BegunRun, open: typeof openSource): Promise<void> {
  const { deps, ref } = begun
  const removal = await deps.db.orphanRemoval.findUniqueOrThrow({ where: { id: ref.id } })
  try {
    if (removal.sourceId === null) throw new RemovalFault(`The source ${removal.sourceName} was removed.`)
    const source = await open(workerContext(deps), removal.sourceId)
    try {
      await goThrough(new RemovalTask(begun, removal, source))
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof RemovalFault) && !(error instanceof ServiceError)) throw error
    await recordRun(deps.db, ref, { error: error.message })
  }
}

async function goThrough(task: RemovalTask): Promise<void> {
  const { deps, run, removal } = task
  const { stage } = removal
  if (stage === 'restoring')
    await keepUntouched(deps.db, run, 'All objects were restored before it was processed.', deps.now())
  while (!(await task.stopped())) {
    const batch = await listOpenObjects(deps.db, run.id, stage, askedAtOnce)
    if (batch.length === 0) return
    // A restore deletes nothing, so it needs no check.
    const replicas =
      stage === 'restoring'
        ? nobodyAsked
        : await checkWithReplicas(
            task,
            batch.map(({ key }) => key),
          )
    if (replicas === null) return
    const untilMs = performance.now() + lookHoldsMs
    for (let at = 0; at < batch.length && performance.now() < untilMs; at += markedAtOnce)
      if (!(await removeBatch(task, replicas, batch.slice(at, at + markedAtOnce)))) return
  }
}

const nobodyAsked: ReplicaLook = { obstacleOf: () => null, uploadsSince: null }

/** False: a person has stopped it. */
async function removeBatch(
  task: RemovalTask,
  replicas: ReplicaLook,
  objects: readonly OrphanRemovalObject[],
): Promise<boolean> {
  const { deps, run, removal } = task
  const leave = { untilMs: performance.now() + markHoldsMs }
  const ids = objects.map(({ id }) => id)
  if (!(await markObjects(deps.db, run, removal.stage, ids, deps.now()))) return false
  task.announce()
  const { settled, faults } = await removeEach(task, replicas, leave, objects)
  await settleObjects(deps.db, run, settled, deps.now())
  task.announce()
  const fault = faults.find((each) => each instanceof StaleWriterError) ?? faults[0]
  if (fault !== undefined) throw fault
  return true
}

/** Waits for all: one that continues would act on objects that the next drive has checked. */
async function removeEach(
  task: RemovalTask,
  replicas: ReplicaLook,
  leave: Leave,
  objects: readonly OrphanRemovalObject[],
): Promise<{ settled: SettledObject[]; faults: unknown[] }> {
  const settled: SettledObject[] = []
  const faults: unknown[] = []
  const left = objects.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const object of left) {
        if (faults.length > 0) return
        try {
          const end = await removeObject(task, replicas, leave, object)
          if (end) settled.push(end)
        } catch (fault) {
          faults.push(fault)
        }
      }
    }),
  )
  return { settled, faults }
}

/** Deletes what has been in quarantine for the configured time, without a second person. */
export async function releaseDueRemovals(deps: WorkflowDeps): Promise<void> {
  const isDue = { deleteAt: { lte: deps.now() }, run: { status: 'waiting' as const } }
  const due = await deps.db.orphanRemoval.findMany({ where: isDue, select: { id: true } })
  for (const { id } of due)
    await deps.db.$transaction(async (tx) => {
      await lockRow(tx, 'run', id)
      const removal = await tx.orphanRemoval.findFirst({
        where: { id, ...isDue },
        include: { run: { include: { cluster: { select: { name: true } } } } },
      })
      if (!removal) return
      const { bucket, waitHours, run } = removal
      await tx.orphanRemoval.update({ where: { id }, data: { stage: 'deleting' } })
      await changeRunState(tx, run, 'release', orderOfWorker(deps))
      await recordAudit(tx, workerContext(deps), {
        ...{ action: 'orphan-removal.release', objectType: 'orphan-removal', objectId: id },
        ...{ objectName: bucket, clusterId: run.clusterId, clusterName: run.cluster.name },
        outcome: 'requested',
        details: { requestedBy: run.requestedBy, waitHours },
      })
      await notifyChange(tx, 'orphan-removal', id)
    })
}
