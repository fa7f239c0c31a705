import { delayText, farBehindSeconds } from './judge-replica.ts'
import { compareReplicas, type ReplicaContent } from './judge-replica-set.ts'
import type { RepairFacts, RepairReplica } from './plan-repair.ts'

export interface RepairedSet extends Pick<RepairFacts, 'kind' | 'replicaName' | 'keeper'> {
  replicas: readonly (RepairReplica & { content: ReplicaContent })[]
}

/**
 * What the figures show afterwards. `done` null: unknown, since the replica or Keeper did not answer. The server's
 * state counts, not how the statement ended.
 */
export function judgeRepair({ kind, replicaName, keeper, replicas }: RepairedSet): {
  done: boolean | null
  text: string
} {
  if (kind === 'drop') {
    if (keeper === null)
      return {
        done: null,
        text: 'Keeper could not be read, so it is unknown whether the replica was removed.',
      }
    const left = keeper.inactive.includes(replicaName)
    const count = `Keeper has ${keeper.total} ${keeper.total === 1 ? 'replica' : 'replicas'}, ${keeper.active} of them active`
    return {
      done: !left,
      text: left ? `${count}. ${replicaName} still exists.` : `${count}. ${replicaName} was removed.`,
    }
  }
  const target = replicas.find((replica) => replica.replicaName === replicaName)
  if (!target) return { done: null, text: 'The node of the replica did not answer afterwards.' }
  if (target.readOnly !== null)
    return { done: false, text: `The replica on ${target.node} is read-only: ${target.readOnly}` }
  const difference = compareReplicas(replicas.map(({ content }) => content))
  const equal =
    replicas.length === 1
      ? 'No other replica answered for a comparison.'
      : difference === 'equal'
        ? `All ${replicas.length} replicas are equal: ${target.rows} rows in ${target.content.parts} ${target.content.parts === 1n ? 'part' : 'parts'}.`
        : difference === 'parts'
          ? `Rows are equal (${target.rows}), in different parts.`
          : `Rows differ: ${replicas.map(({ node, rows }) => `${node} ${rows}`).join(', ')}.`
  const queue = target.queued === 0 ? '' : ` ${target.queued} left in its queue.`
  // A restart and a restore only fill the queue; the data still has to be fetched.
  const done = kind !== 'sync' || difference !== 'rows' || target.queued === 0
  return { done, text: `${kind === 'sync' ? '' : 'It accepts writes. '}${equal}${queue}` }
}

export interface PartitionCopy extends ReplicaContent {
  node: string
  /** Volumes of the storage policy. Several disks of one volume are the same place. */
  volumes: readonly string[]
}

/**
 * How the copies of a partition differ, worst first. `absent`: a replica has none of it. `rows`: different rows.
 * `parts`: equal rows in different parts, such as while one replica has merged. `volumes`: equal parts on different
 * volumes.
 */
export type PartitionDifference = 'absent' | 'rows' | 'parts' | 'volumes' | 'equal'

/** @param replicas number of replicas that were read. */
export function comparePartition(copies: readonly PartitionCopy[], replicas: number): PartitionDifference {
  if (copies.length < replicas) return 'absent'
  const contents = compareReplicas(copies)
  if (contents !== 'equal') return contents
  const places = new Set(copies.map(({ volumes }) => JSON.stringify(volumes)))
  return places.size > 1 ? 'volumes' : 'equal'
}

export const partitionDifferences: readonly PartitionDifference[] = [
  'absent',
  'rows',
  'parts',
  'volumes',
  'equal',
]

/** Sums over the replicated tables of one node. */
export interface NodeReplication {
  tables: number
  readOnly: number
  sessionExpired: number
  /** Names of some that are read-only. */
  readOnlyTables: readonly string[]
  maxDelaySeconds: number
  /** The table with that delay. */
  maxDelayTable: string
  queueEntries: number
}

/** What is wrong with a node's replication, in sentences; empty if nothing is. */
export function describeNodeReplication(sums: NodeReplication): string[] {
  const { tables, readOnly, sessionExpired, readOnlyTables, maxDelaySeconds, maxDelayTable } = sums
  const sentences: string[] = []
  if (readOnly > 0 || sessionExpired > 0) {
    const count = Math.max(readOnly, sessionExpired)
    const which =
      count === tables
        ? count === 1
          ? `The only replicated table, ${readOnlyTables[0] ?? 'unnamed'}, is read-only`
          : `All ${tables} replicated tables are read-only`
        : `${count} of ${tables} replicated tables ${count === 1 ? 'is' : 'are'} read-only`
    sentences.push(
      sessionExpired > 0
        ? `${which}: Keeper session expired.`
        : count === tables && count === 1
          ? `${which}.`
          : `${which}: ${readOnlyTables.join(', ')}${count > readOnlyTables.length ? ', …' : ''}.`,
    )
  }
  if (maxDelaySeconds >= farBehindSeconds && sessionExpired === 0)
    sentences.push(`Replication of ${maxDelayTable} is ${delayText(maxDelaySeconds)} behind.`)
  return sentences
}
