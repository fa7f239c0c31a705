import { detachedParts, QueryFailedError, runningStatements } from '@frostline/clickhouse'
import { markArchiveStep, type StepOfArchive } from '@frostline/db'
import { decodeWitnesses, type Part, type PartWitness } from '@frostline/domain'
import { type ConnectedNode, observePartitions, type PolicyMemory } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { ArchiveFault, type ArchiveTask, nameStep } from './archive-task.ts'

/** What one replica has of the partition of a step. */
export interface ReplicaLook {
  node: ConnectedNode
  parts: readonly Part[]
  /** A detach of this run is under way there. */
  isDetaching: boolean
  /** Names in the folder `detached` of the table. */
  detached: Set<string>
}

const policies: PolicyMemory = new Map()

/**
 * Every replica of the shard, each of them read now. Waits while one does not answer: what it has is unknown. Null: a person
 * has stopped it. Throws ArchiveFault when the table is another one.
 */
export async function lookAtStep(task: ArchiveTask, step: StepOfArchive): Promise<ReplicaLook[] | null> {
  const backoff = new Backoff(500, 15_000)
  const nodes = task.nodesOf(step)
  while (!(await task.stopped())) {
    try {
      const looks = await Promise.all(nodes.map((node) => lookAt(task, step, node)))
      await task.wait('replicas', null)
      return looks
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error
      await task.wait('replicas', `Reading ${nameStep(step)}: ${error.message}`)
    }
    await pause(backoff.next(), () => task.stopped())
  }
  return null
}

async function lookAt(
  task: ArchiveTask,
  { partitionId }: StepOfArchive,
  node: ConnectedNode,
): Promise<ReplicaLook> {
  const look = await lookAtReplica(node, { ...task.at, partitionId }, detachPrefix(task))
  if (look === null || look.tableUuid !== task.uuids[node.name])
    throw new ArchiveFault(
      `The table on ${node.name} is not the table of this archive: it was dropped, recreated or exchanged.`,
    )
  return look
}

/** Null: it has no such table. Throws QueryFailedError. */
export async function lookAtReplica(
  node: ConnectedNode,
  { partitionId, ...at }: { database: string; table: string; partitionId: string },
  prefix: string,
): Promise<(ReplicaLook & { tableUuid: string }) | null> {
  const running = await node.client.query(runningStatements, { prefix })
  const found = await observePartitions(node.client, { ...at, partitionIds: [partitionId] }, policies)
  const own = found?.get(partitionId)
  if (!own) return null
  const { rows } = await node.client.query(detachedParts, { ...at, partition_id: partitionId })
  return {
    ...{ node, tableUuid: own.tableUuid, isDetaching: running.rows.length > 0, parts: own.parts },
    detached: new Set(rows.map(({ name }) => name)),
  }
}

/** A worker that died may have sent a detach that has not ended. */
export const detachPrefix = (task: ArchiveTask) => `frostline-archive-detach-${task.run.id}-`

/** The frozen parts of a step. */
export function frozenParts({ parts }: StepOfArchive): PartWitness[] {
  return decodeWitnesses(parts)
}

/** The replica that writes and proves, or else the first. */
export function primaryOf(step: StepOfArchive, looks: readonly ReplicaLook[]): ReplicaLook {
  const look = looks.find(({ node }) => node.name === step.nodeName) ?? looks[0]
  if (!look) throw new ArchiveFault(`Shard ${step.shard} has no node any more.`)
  return look
}

/** False: a person has stopped it. */
export async function mark(
  task: ArchiveTask,
  step: StepOfArchive,
  from: Parameters<typeof markArchiveStep>[3],
  to: Parameters<typeof markArchiveStep>[4],
): Promise<boolean> {
  const marked = await markArchiveStep(task.deps.db, task.run, step.ordinal, from, to, task.deps.now())
  if (marked) task.announce()
  return marked
}
