import { randomUUID } from 'node:crypto'
import {
  archiveObstacles,
  attachPartStatement,
  detachPartsStatement,
  dropDetachedPartsStatement,
  explain,
  firstKeyColumn,
  QueryFailedError,
  restoredChecks,
  type Statement,
} from '@frostline/clickhouse'
import { endRemovalStep, readArchiveStep, recordRemovalStep, takeRemovalStep } from '@frostline/db'
import {
  compareContents,
  contentChecks,
  decodeWitnesses,
  encodeWitnesses,
  listOrdered,
  nextRemovalPhase,
  type ReplicaParts,
  takeWitness,
} from '@frostline/domain'
import { alignArchiveView, type ConnectedNode, explainAligned } from '@frostline/services'
import { comparedValues, nameStep } from '../archive/archive-task.ts'
import { checkFiles } from '../archive/check-files.ts'
import { lookAtReplica, type ReplicaLook } from '../archive/look-at-step.ts'
import { toChecks } from '../archive/prove-file.ts'
import { readFromNode } from '../archive/read-from-node.ts'
import { settleView } from '../archive/switch-view.ts'
import { Backoff, pause } from '../pause.ts'
import { RemovalFault, type RemovalTask, type RemovedStep } from './removal-task.ts'

/** Parts named in one statement. */
const partsAtOnce = 50
const maxRefusals = 30

/** `ends`: the partition is removed, or a person has stopped it. A wait says why; a refusal counts. */
type Turn = { kind: 'go' | 'ends' } | { kind: 'wait' | 'refused'; reason: string }
const go: Turn = { kind: 'go' }
const ends: Turn = { kind: 'ends' }

/**
 * Removes the restored rows of one partition: compared with its manifest once more, detached by the names of its parts, and
 * dropped on every replica. Rows that arrived later stay. It observes, sends, and observes again.
 */
export async function removeStep(task: RemovalTask, ordinal: number): Promise<void> {
  const backoff = new Backoff(200, 10_000)
  for (let refusals = 0; !(await task.stopped()); ) {
    const step = await readStep(task, ordinal)
    const looks = await lookAtAll(task, step)
    if (looks === null) return
    const turn = await takeTurn(task, step, looks)
    if (turn.kind === 'ends') return
    const reason = 'reason' in turn ? turn.reason : null
    if (turn.kind === 'refused' && ++refusals >= maxRefusals)
      throw new RemovalFault(`${nameStep(step.archived)} could not be removed. ${reason}`)
    await task.wait('remove', reason)
    if (reason !== null) await pause(backoff.next(), () => task.stopped())
  }
}

async function takeTurn(
  task: RemovalTask,
  step: RemovedStep,
  [first, ...others]: readonly ReplicaLook[],
): Promise<Turn> {
  const { own, archived } = step
  if (own.state === 'removed') return ends
  // Somebody has dropped the table, or the partition.
  if (!first || (own.state === 'planned' && [first, ...others].every(({ parts }) => parts.length === 0)))
    return finish(task, step)
  if (own.state === 'planned') return begin(task, step, [first, ...others])
  const compared = decodeWitnesses(own.parts).map(({ name }) => name)
  if (own.state === 'dropping') return dropParts(task, step, [first, ...others], compared)
  const toParts = ({ parts, detached, isDetaching }: ReplicaLook): ReplicaParts => ({
    ...{ active: new Set(parts.map(({ name }) => name)), detached, isDetaching },
  })
  const phase = nextRemovalPhase(compared, [toParts(first), ...others.map(toParts)])
  switch (phase.kind) {
    case 'wait':
      return {
        ...{
          kind: 'wait',
          reason: `Waiting until ${[first, ...others][phase.replica]?.node.name} has detached the parts.`,
        },
      }
    case 'thaw':
      await task.thaw(own)
      return go
    case 'attach':
      return send(task, first.node, attachPartStatement(task.at, phase.part))
    case 'drop':
      await refuseHidden(task, archived.partitionId, first)
      await recordRemovalStep(task.deps.db, task.run, own.stepOrdinal, { state: 'dropping' })
      return go
    case 'detach':
      if (!(await switchView(task, step))) return ends
      return send(task, first.node, detachPartsStatement(task.at, phase.parts.slice(0, partsAtOnce)))
  }
}

async function dropParts(
  task: RemovalTask,
  step: RemovedStep,
  looks: readonly ReplicaLook[],
  compared: readonly string[],
): Promise<Turn> {
  const left = looks.filter(({ detached }) => compared.some((name) => detached.has(name)))
  if (left.length === 0) return finish(task, step)
  const turns: Turn[] = []
  for (const { node, detached } of left) {
    const names = compared.filter((name) => detached.has(name)).slice(0, partsAtOnce)
    turns.push(await send(task, node, dropDetachedPartsStatement(task.at, names)))
  }
  return turns.find(({ kind }) => kind === 'refused') ?? go
}

async function readStep(task: RemovalTask, stepOrdinal: number): Promise<RemovedStep> {
  const { db } = task.deps
  const own = await db.restoreRemovalStep.findUniqueOrThrow({
    where: { removalId_stepOrdinal: { removalId: task.run.id, stepOrdinal } },
    include: { removal: { select: { restoreId: true } } },
  })
  const restored = await db.archiveRestoreStep.findUniqueOrThrow({
    where: { restoreId_stepOrdinal: { restoreId: own.removal.restoreId, stepOrdinal } },
  })
  const archived = await readArchiveStep(db, own.archiveId, stepOrdinal)
  return { own, archived, tableUuid: restored.tableUuid }
}

/** The node that loaded it is the first. Waits while one does not answer. Null: a person has stopped it. */
async function lookAtAll(task: RemovalTask, step: RemovedStep): Promise<ReplicaLook[] | null> {
  const backoff = new Backoff(500, 15_000)
  const { own, archived } = step
  const at = { ...task.at, partitionId: archived.partitionId }
  while (!(await task.stopped())) {
    const nodes = await task.listReplicas(step)
    if (nodes === null) return null
    try {
      const looks = await Promise.all(nodes.map((node) => lookAtReplica(node, at, prefixOf(task))))
      await task.wait('replicas', null)
      const [first] = looks
      if (first && step.tableUuid !== null && first.tableUuid !== step.tableUuid)
        throw new RemovalFault(
          `${nameTable(task)} on ${own.nodeName} is not the table of this restore: it was recreated or exchanged. Nothing of it was removed.`,
        )
      return looks.filter((look) => look !== null)
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error
      await task.wait('replicas', `Reading ${nameStep(archived)}: ${error.message}`)
    }
    await pause(backoff.next(), () => task.stopped())
  }
  return null
}

/**
 * Compares the partition with its manifest, and the archive's files with their proof. Then its parts may be taken away.
 * Throws RemovalFault where the rows would be lost.
 */
async function begin(
  task: RemovalTask,
  { own, archived }: RemovedStep,
  looks: readonly ReplicaLook[],
): Promise<Turn> {
  const names = looks.map(({ parts }) => parts.map(({ name }) => name).join(' '))
  const [first] = looks
  if (!first || names.some((each) => each !== names[0]))
    return { kind: 'wait', reason: `Replicas have different parts of ${nameStep(archived)}.` }
  const key = firstKeyColumn(task.archive.sortingKey, listOrdered(task.columns))
  const query = restoredChecks(task.at, comparedValues(task.columns), key)
  const params = { partition_id: archived.partitionId }
  const checks = toChecks(
    await readFromNode(task, first.node, query, params, `Comparing ${nameStep(archived)}`),
    key !== null,
  )
  if (checks === null) return ends
  const wanted = contentChecks.parse(archived.checks)
  const columns = task.columns.map(({ name }) => name)
  const places = ['in the manifest', 'in the table'] as const
  const difference = compareContents(columns, BigInt(wanted.rows), wanted, checks, [...places])
  if (difference !== null)
    throw new RemovalFault(
      `${nameStep(archived)} in ${nameTable(task)} was changed since it was restored, so it was kept. ${difference} Keep it forever, or drop it yourself.`,
    )
  await refuseHidden(task, archived.partitionId, first)
  if (!(await checkFiles(task, archived))) return ends
  const parts = encodeWitnesses(first.parts.map(takeWitness))
  const taken = { archiveId: own.archiveId, stepOrdinal: own.stepOrdinal, parts }
  const leave = await takeRemovalStep(task.deps.db, task.run, taken, task.deps.now())
  if (leave.kind === 'other')
    throw new RemovalFault(
      `The files of ${nameStep(archived)} are ${leave.state}: the restored rows are the only copy, so they were kept.`,
    )
  if (leave.kind === 'archived')
    return { kind: 'wait', reason: `Another archive of ${nameTable(task)} has this partition in work.` }
  task.announce()
  return go
}

/** An update that is not in the names of the parts. */
async function refuseHidden(task: RemovalTask, partitionId: string, { node }: ReplicaLook): Promise<void> {
  const { rows } = await node.client.query(archiveObstacles, task.at)
  if (rows.some(({ partition_id }) => partition_id === partitionId))
    throw new RemovalFault(
      `Partition ID ${partitionId} in ${nameTable(task)} was changed by a lightweight UPDATE or DELETE, so it was kept. Keep it forever, or drop it yourself.`,
    )
}

/** Queries of a view over table and archive read the files from then on. False: a person has stopped it. */
async function switchView(task: RemovalTask, { archived }: RemovedStep): Promise<boolean> {
  const backoff = new Backoff(500, 15_000)
  while (task.isInto && !(await task.stopped())) {
    const at = { clusterId: task.clusterId, ...task.at }
    const fault = explainAligned(await alignArchiveView(task.deps, at, { shard: archived.shard }))
    await task.wait('view', fault)
    if (fault === null) return true
    await pause(backoff.next(), () => task.stopped())
  }
  return !task.isInto
}

/** Where it is unknown whether the server did it, the next look shows it. */
async function send(task: RemovalTask, node: ConnectedNode, statement: Statement): Promise<Turn> {
  const outcome = await node.client.command({
    ...statement,
    ...{ queryId: `${prefixOf(task)}${randomUUID()}`, purpose: 'archive' },
  })
  return outcome.kind === 'refused' ? { kind: 'refused', reason: `${node.name}: ${explain(outcome)}` } : go
}

async function finish(task: RemovalTask, { own, archived }: RemovedStep): Promise<Turn> {
  await task.wait('remove', null)
  await endRemovalStep(task.deps.db, task.run, own, task.deps.now())
  if (task.isInto) await settleView(task.deps, { clusterId: task.clusterId, ...task.at }, archived.shard)
  task.announce()
  return ends
}

/** A worker that died may have sent a detach that has not ended. */
const prefixOf = (task: RemovalTask) => `frostline-restore-removal-${task.run.id}-`

const nameTable = ({ at }: RemovalTask) => `${at.database}.${at.table}`
