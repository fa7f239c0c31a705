import { type ReplayTargetKey, replayTargets } from './replay-spec.ts'

export interface PlannedPass {
  kind: 'pass'
  round: number
  object: ReplayTargetKey
}

/**
 * Passes over all queries. With two targets the one that begins takes turns from round to round: what one pass leaves in a
 * memory or a cache that both share, the next finds there.
 */
export function planPasses(targets: number, rounds: number): PlannedPass[] {
  const keys = replayTargets.slice(0, targets)
  return Array.from({ length: rounds }, (_, index) =>
    (index % 2 === 0 ? keys : keys.toReversed()).map((object) => ({
      kind: 'pass' as const,
      round: index + 1,
      object,
    })),
  ).flat()
}
