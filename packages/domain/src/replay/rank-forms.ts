import type { ReplayTargetKey } from './replay-spec.ts'

/** What the runs of one form of query came to on one target. */
export interface FormOnTarget {
  target: ReplayTargetKey
  runs: number
  totalMs: number
}

/**
 * How much time of all runs a form of query costs more on one target than on the other, in ms; of one target alone, how much it
 * costs. A target that had not run all of it counts with its mean.
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
