import {
  beginRemoval,
  changeRemoval,
  keepUntouched,
  listOpenObjects,
  markObjects,
  type OrphanRemoval,
  type OrphanRemovalObject,
  type OrphanRemovalRun,
  type SettledObject,
  StaleWriterError,
  settleObjects,
  settleRemoval,
  sumRemovals,
  type Transaction,
} from '@frostline/db'
import { openSource, outcomeOfRun, recordAudit, ServiceError } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { workerContext } from '../worker/worker-context.ts'
import { askReplicas, type ReplicaLook } from './ask-replicas.ts'
import { RemovalFault, RemovalTask } from './removal-task.ts'
import { type Leave, seeToObject } from './see-to-object.ts'

type Announcer = Pick<ChangeAnnouncer, 'announce'>

/** Each question to a replica reads the metadata of all its files, so it is asked for many objects at once. */
const askedAtOnce = 5_000
/** Written to the ledger in one go, before and after. */
const markedAtOnce = 64
/** Requests to the store side by side. */
const atOnce = 16
/** What the replicas have told holds for so long, then they are asked again. */
const lookHoldsMs = 120_000
/** A worker that stood still for longer than this after it wrote the ledger sends nothing any more. */
const markHoldsMs = 20_000

/** The durable workflow of one start of a removal: the ledger says how far each object is. */
export function registerOrphanRemoval(deps: WorkflowDeps) {
  return registerLedgerWorkflow<OrphanRemovalRun>(deps, {
    name: 'orphan-removal',
    noun: 'A removal of orphans',
    drive: (announcer, run) => carryOutRemoval(deps, announcer, run),
    settle: (announcer, run) => settleRemovalRun(deps, announcer, run),
  })
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function removalWorkflowId({ removalId, start }: OrphanRemovalRun): string {
  return `orphan-removal/${removalId}/${start}`
}

/**
 * One go at a stage, from wherever the ledger stands: some thousand objects are asked for on every replica, then seen to a
 * few at a time, each written down before and after. Throws StaleWriterError when it is not the current run.
 */
export async function carryOutRemoval(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: OrphanRemovalRun,
  open = openSource,
): Promise<void> {
  const removal = await beginRemoval(deps.db, run, deps.now())
  const announce = () => announcer.announce('orphan-removal', run.removalId)
  announce()
  // It had failed before it could be settled.
  if (removal.error !== null) return
  try {
    const source = await open(workerContext(deps), removal.sourceId)
    try {
      await goThrough(new RemovalTask(deps, run, removal, source, announce))
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof RemovalFault) && !(error instanceof ServiceError)) throw error
    await changeRemoval(deps.db, run, { error: error.message })
  }
}

async function goThrough(task: RemovalTask): Promise<void> {
  const { deps, run, removal } = task
  const { stage } = removal
  if (stage === 'restoring')
    await keepUntouched(deps.db, run, 'All objects were restored before it was processed.', deps.now())
  while (!(await task.stopped())) {
    const batch = await listOpenObjects(deps.db, run.removalId, stage, askedAtOnce)
    if (batch.length === 0) return
    // What is brought back goes nowhere: nobody has to be asked for it.
    const replicas =
      stage === 'restoring'
        ? nobodyAsked
        : await askReplicas(
            task,
            batch.map(({ key }) => key),
          )
    if (replicas === null) return
    const untilMs = performance.now() + lookHoldsMs
    for (let at = 0; at < batch.length && performance.now() < untilMs; at += markedAtOnce)
      if (!(await seeToSome(task, replicas, batch.slice(at, at + markedAtOnce)))) return
  }
}

const nobodyAsked: ReplicaLook = { obstacleOf: () => null, uploadsSince: null }

/** False: a person wants no more. */
async function seeToSome(
  task: RemovalTask,
  replicas: ReplicaLook,
  objects: readonly OrphanRemovalObject[],
): Promise<boolean> {
  const { deps, run, removal } = task
  const leave = { untilMs: performance.now() + markHoldsMs }
  const ids = objects.map(({ id }) => id)
  if (!(await markObjects(deps.db, run, removal.stage, ids, deps.now()))) return false
  task.announce()
  const { settled, faults } = await seeToEach(task, replicas, leave, objects)
  await settleObjects(deps.db, run, settled, deps.now())
  task.announce()
  const fault = faults.find((each) => each instanceof StaleWriterError) ?? faults[0]
  if (fault !== undefined) throw fault
  return true
}

/** To the end of all: what goes on beside the next go would act on what that has looked at. */
async function seeToEach(
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
          const end = await seeToObject(task, replicas, leave, object)
          if (end) settled.push(end)
        } catch (fault) {
          faults.push(fault)
        }
      }
    }),
  )
  return { settled, faults }
}

export async function settleRemovalRun(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: OrphanRemovalRun,
): Promise<void> {
  const status = await settleRemoval(deps.db, run, deps.now(), (tx, settled) => auditEnd(deps, tx, settled))
  if (status === null) return
  announcer.announce('orphan-removal', run.removalId)
  deps.log.info({ ...run, status }, 'Removal of orphans settled')
}

const doneStates = ['quarantined', 'deleted', 'restored']

async function auditEnd(deps: WorkflowDeps, tx: Transaction, settled: OrphanRemoval): Promise<void> {
  const { id, bucket, clusterId, status, stage, error } = settled
  // It has not ended, or goes on at once to bring back.
  if (status === 'paused' || status === 'queued') return
  const cluster = await tx.cluster.findUniqueOrThrow({ where: { id: clusterId }, select: { name: true } })
  const states: Record<string, bigint> = {}
  for (const { state, objects } of await sumRemovals(tx, [id]))
    states[state] = (states[state] ?? 0n) + objects
  await recordAudit(tx, workerContext(deps), {
    ...{ action: 'orphan-removal.finish', objectType: 'orphan-removal', objectId: id, objectName: bucket },
    ...{ clusterId, clusterName: cluster.name },
    outcome: outcomeOfRun({ status, didSome: doneStates.some((state) => (states[state] ?? 0n) > 0n) }),
    details: {
      ...{ stage, status, requestedBy: settled.requestedBy, approvedBy: settled.approvedBy },
      ...Object.fromEntries(Object.entries(states).map(([state, objects]) => [state, String(objects)])),
    },
    error: error ?? undefined,
  })
}
