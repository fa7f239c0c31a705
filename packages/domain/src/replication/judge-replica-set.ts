import { type ReplicationProblem, sortProblems } from './judge-replica.ts'

/** What a replica holds: active parts, their rows, and the sum of their file checksums. */
export interface ReplicaContent {
  parts: bigint
  rows: bigint
  hash: bigint
}

export interface ReplicaSetFacts {
  /** One for each replica that was read. */
  replicas: readonly {
    name: string
    content: ReplicaContent
    queued: number
    problems: readonly ReplicationProblem[]
  }[]
  /** From Keeper; null where it was not reachable. */
  keeper: { total: number; active: number; inactive: readonly string[] } | null
  /** Nodes of the cluster that did not answer; they may have a replica. */
  missingNodes: readonly string[]
}

/** Problems of a table's replicas as a whole, worst first; problems of a single replica are not included. */
export function judgeReplicaSet({ replicas, keeper, missingNodes }: ReplicaSetFacts): ReplicationProblem[] {
  const problems: ReplicationProblem[] = []
  if (keeper && keeper.active < keeper.total) {
    const away = keeper.total - keeper.active
    problems.push({
      severity: 'critical',
      text: `${away} of ${keeper.total} replicas ${away === 1 ? 'is' : 'are'} not active: ${keeper.inactive.join(', ')}.`,
    })
  }
  const unseen = keeper ? Math.max(0, keeper.total - replicas.length) : null
  if (unseen === null)
    problems.push({
      severity: 'unknown',
      text: 'Keeper was not read, so the active replicas are unknown.',
    })
  else if (unseen > 0)
    problems.push({
      severity: 'unknown',
      text: `${unseen} of ${keeper?.total} replicas could not be checked${missingNodes.length > 0 ? `: ${missingNodes.join(', ')} did not answer` : ': no node of this cluster has them'}.`,
    })
  const difference = compareReplicas(replicas.map(({ content }) => content))
  if (difference === 'rows') problems.push({ severity: 'warning', text: 'Replicas differ in rows.' })
  else if (difference === 'parts')
    problems.push({
      severity: 'notice',
      text: replicas.some(({ queued }) => queued > 0)
        ? 'Replicas have equal rows in different parts. The queue is being processed.'
        : 'Replicas have equal rows in different parts.',
    })
  return sortProblems(problems)
}

/** `parts`: the same number of rows in different parts, such as while one replica has merged and another has not. */
export function compareReplicas(contents: readonly ReplicaContent[]): 'equal' | 'parts' | 'rows' {
  const [first, ...others] = contents
  if (!first) return 'equal'
  if (others.some(({ rows }) => rows !== first.rows)) return 'rows'
  return others.every(({ hash, parts }) => hash === first.hash && parts === first.parts) ? 'equal' : 'parts'
}
