import { compareReplicas, type ReplicaContent } from './judge-replica-set.ts'
import type { RepairFacts, RepairReplica } from './plan-repair.ts'

export interface RepairedSet extends Pick<RepairFacts, 'kind' | 'replicaName' | 'keeper'> {
  replicas: readonly (RepairReplica & { content: ReplicaContent })[]
}

/**
 * What the figures afterwards show. `done` null: it cannot be told, since the replica or Keeper did not answer.
 * What the server says now counts, not how the statement ended.
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
  // A restart and a restore only make the queue; what has to be fetched is.
  const done = kind !== 'sync' || difference !== 'rows' || target.queued === 0
  return { done, text: `${kind === 'sync' ? '' : 'It accepts writes. '}${equal}${queue}` }
}
