import { groupBy } from '../group-by.ts'

/** A replica that may stage rows of its shard. */
export interface StagingCandidate {
  name: string
  shard: number
  /** Null: the table is not replicated. */
  replication: { readOnly: boolean; partsToFetch: number; delaySeconds: number } | null
  /** Queries that run on the node. */
  runningQueries: number
}

export interface StagingChoice {
  node: string
  shard: number
  /** Against each other replica of the shard. */
  reasons: string[]
}

/**
 * One replica for each shard, in the order of the shards: one that takes writes, then the one that is least behind, then the
 * one with the fewest running queries, then the first.
 */
export function chooseReplicas(candidates: readonly StagingCandidate[]): StagingChoice[] {
  return [...groupBy(candidates, ({ shard }) => String(shard)).values()].flatMap((own) => {
    const [best, ...others] = own.toSorted(compareCandidates)
    if (!best) return []
    return [{ node: best.name, shard: best.shard, reasons: others.map((other) => explainOver(best, other)) }]
  })
}

function compareCandidates(a: StagingCandidate, b: StagingCandidate): number {
  const [left, right] = [rank(a), rank(b)]
  return left.map((each, index) => each - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

function rank({ replication, runningQueries }: StagingCandidate): number[] {
  return [
    replication?.readOnly ? 1 : 0,
    replication?.partsToFetch ?? 0,
    replication?.delaySeconds ?? 0,
    runningQueries,
  ]
}

function explainOver(best: StagingCandidate, other: StagingCandidate): string {
  const [own, its] = [rank(best), rank(other)]
  const decides = own.findIndex((each, index) => each !== its[index])
  switch (decides) {
    case 0:
      return `${other.name} is read-only`
    case 1:
      return `${other.name} has more parts to fetch (${its[1]}, ${best.name} ${own[1]})`
    case 2:
      return `${other.name} is further behind (${its[2]} s, ${best.name} ${own[2]} s)`
    case 3:
      return `${other.name} runs more queries (${its[3]}, ${best.name} ${own[3]})`
    default:
      return `${other.name} is as good`
  }
}
