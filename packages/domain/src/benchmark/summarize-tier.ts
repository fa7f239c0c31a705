import { quantile } from '../quantile.ts'
import type { RunFigures, RunVerdict } from './judge-tier-run.ts'
import type { BenchTier } from './tier-benchmark-spec.ts'

export interface JudgedRun {
  tier: BenchTier
  elapsedMs: number | null
  figures: RunFigures | null
  verdict: RunVerdict
}

export interface TierSummary {
  tier: BenchTier
  /**
   * Runs that completed, and of these the ones that read the expected tier. Only the latter are in the figures below.
   */
  runs: number
  counted: number
  medianMs: number | null
  /** Half of the runs are between the two. */
  lowerQuartileMs: number | null
  upperQuartileMs: number | null
  fastestMs: number | null
  slowestMs: number | null
  /** Of the median run. */
  typical: RunFigures | null
  centsPerRun: number | null
}

/** Only runs that read the expected tier are in the figures. */
export function summarizeTier(
  tier: BenchTier,
  all: readonly JudgedRun[],
  centsPerMillionGets: number | null,
): TierSummary {
  const runs = all.filter((run) => run.tier === tier && run.elapsedMs !== null)
  const counted = runs
    .filter(({ verdict }) => verdict.kind === 'as-said')
    .toSorted((a, b) => (a.elapsedMs ?? 0) - (b.elapsedMs ?? 0))
  const times = counted.map(({ elapsedMs }) => elapsedMs ?? 0)
  const typical = counted[Math.floor((counted.length - 1) / 2)]?.figures ?? null
  return {
    tier,
    runs: runs.length,
    counted: counted.length,
    medianMs: quantile(times, 0.5),
    lowerQuartileMs: quantile(times, 0.25),
    upperQuartileMs: quantile(times, 0.75),
    fastestMs: times[0] ?? null,
    slowestMs: times.at(-1) ?? null,
    typical,
    centsPerRun: typical && costOfGets(typical.storeRequests, centsPerMillionGets),
  }
}

/** In cents; null without a price. */
export function costOfGets(requests: bigint, centsPerMillionGets: number | null): number | null {
  return centsPerMillionGets === null ? null : (Number(requests) * centsPerMillionGets) / 1_000_000
}
