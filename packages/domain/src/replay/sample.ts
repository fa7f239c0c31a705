import { judgeReplayable, type LoggedText, type SkipReason } from './judge-replayable.ts'
import type { ReplayRules, ReplayTargetKey } from './replay-spec.ts'

/** All texts of a replay together, in UTF-16 units. */
const maxText = 16 * 1024 * 1024

export interface SampledQuery extends LoggedText {
  loggedAt: Date
  loggedNode: string
  /** Derived from the query id and the seed: the lowest are in the sample. */
  rank: bigint
}

export interface JudgedQuery<Query> {
  query: Query
  reason: SkipReason | null
}

/** Merges the nodes' samples: the lowest ranks, in the order of the log. */
export function pickSample<Query extends Pick<SampledQuery, 'rank' | 'loggedAt' | 'loggedNode'>>(
  ofNodes: readonly Query[],
  limit: number,
): Query[] {
  const byRank = ofNodes.toSorted((a, b) => compare(a.rank, b.rank) || compare(a.loggedNode, b.loggedNode))
  return byRank
    .slice(0, limit)
    .toSorted(
      (a, b) =>
        a.loggedAt.getTime() - b.loggedAt.getTime() ||
        compare(a.loggedNode, b.loggedNode) ||
        compare(a.rank, b.rank),
    )
}

/** Which queries of a sample are run, and why the others are not. */
export function judgeSample<Query extends LoggedText>(
  sample: readonly Query[],
  rules: ReplayRules,
  movesDatabase: boolean,
): JudgedQuery<Query>[] {
  let kept = 0
  return sample.map((query) => {
    const reason = judgeReplayable(query, rules, movesDatabase)
    if (reason !== null) return { query, reason }
    const length = query.text?.length ?? 0
    if (kept + length > maxText) return { query, reason: 'bulk' as const }
    kept += length
    return { query, reason: null }
  })
}

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Results of one form of query on one target. */
export interface FormOnTarget {
  target: ReplayTargetKey
  runs: number
  totalMs: number
}

/**
 * How much more time, in ms, all runs of a form cost on one target than on the other; with one target, how much they
 * cost. A target that has not run all of it counts with its mean.
 */
export function differenceMs(targets: readonly FormOnTarget[]): number {
  const most = Math.max(0, ...targets.map(({ runs }) => runs))
  const cost = (key: ReplayTargetKey) => {
    const own = targets.find(({ target, runs }) => target === key && runs > 0)
    return own ? (own.totalMs / own.runs) * most : null
  }
  const [a, b] = [cost('a'), cost('b')]
  return a !== null && b !== null ? Math.abs(a - b) : (a ?? b ?? 0)
}
