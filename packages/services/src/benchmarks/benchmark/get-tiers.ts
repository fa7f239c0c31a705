import { measuredStatement, shownSql, tierRunSettings } from '@frostline/clickhouse'
import type { BenchmarkStep } from '@frostline/db'
import {
  type BenchTier,
  benchTiers,
  costOfGets,
  type JudgedRun,
  judgeTierRun,
  runFigures,
  summarizeTier,
  type TierBenchmarkSpec,
  tierBenchmarkSpec,
} from '@frostline/domain'
import { z } from 'zod'
import { roleAllows } from '../../platform/base/actor.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { runRef } from '../../platform/run/run-schema.ts'
import { findBenchmark } from './benchmark-run.ts'
import { listSent } from './list-sent.ts'
import type { TierBenchmarkDetail, TierRunView } from './schema.ts'
import { countBenchmarkSteps, listScratchLeft, toBenchmarkSummary } from './to-summary.ts'

const copyFigures = z.object({
  rows: z.string().transform(BigInt),
  bytes: z.string().transform(BigInt),
})

/** One tier benchmark with every run, each judged by its counters. */
export async function getTierBenchmark(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<TierBenchmarkDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const benchmark = await findBenchmark(ctx.db, id, 'tiers')
  const [counts, steps, scratch] = await Promise.all([
    countBenchmarkSteps(ctx.db, [id]),
    ctx.db.benchmarkStep.findMany({ where: { benchmarkId: id }, orderBy: { ordinal: 'asc' } }),
    listScratchLeft(ctx.db, id),
  ])
  const spec = tierBenchmarkSpec.parse(benchmark.spec)
  const hidesSql = !roleAllows(ctx.actor.role, 'admin')
  const runs = steps.flatMap((step) => toRun(step, spec, hidesSql) ?? [])
  const judged = runs.flatMap(({ verdict, ...run }): JudgedRun[] => (verdict ? [{ ...run, verdict }] : []))
  return {
    ...toBenchmarkSummary(ctx, benchmark, counts(id)),
    spec: hidesSql ? { ...spec, query: 'Hidden. Only admins can see the text.' } : spec,
    hidesSql,
    statements: hidesSql ? [] : spec.tiers.map((tier) => ({ tier, sql: showTierRun(spec, tier) })),
    tiers: benchTiers
      .filter((tier) => spec.tiers.includes(tier))
      .map((tier) => summarizeTier(tier, judged, spec.centsPerMillionGets ?? null)),
    runs,
    copies: steps.flatMap((step) => toCopy(step, hidesSql) ?? []),
    sent: hidesSql ? [] : await listSent(ctx.db, id, steps),
    scratchLeft: scratch,
  }
}

function showTierRun(spec: TierBenchmarkSpec, tier: BenchTier): string {
  return shownSql(measuredStatement(spec.query), settingsOfTier(spec, tier))
}

/** Settings of a tier's runs, without those that the node's version does not know. */
export function settingsOfTier(spec: TierBenchmarkSpec, tier: BenchTier) {
  return tierRunSettings(tier === 'cold' ? 'past-caches' : 'through-caches', spec)
}

function toRun(step: BenchmarkStep, spec: TierBenchmarkSpec, hidden: boolean): TierRunView | null {
  const tier = benchTiers.find((each) => each === step.kind)
  if (!tier) return null
  const figures = step.figures === null ? null : runFigures.parse(step.figures)
  const { ordinal, round, status, queryId, sentAt, elapsedMs } = step
  return {
    ...{ ordinal, tier, round, status, queryId, sentAt, elapsedMs, figures },
    verdict: status === 'completed' ? judgeTierRun(tier, figures) : null,
    centsPerRun: figures && costOfGets(figures.storeRequests, spec.centsPerMillionGets ?? null),
    error: hideError(step, hidden),
  }
}

function toCopy(step: BenchmarkStep, hidden: boolean): TierBenchmarkDetail['copies'][number] | null {
  const { kind, object, status, elapsedMs } = step
  if (kind !== 'copy-hot' && kind !== 'copy-cold') return null
  const figures = step.figures === null ? null : copyFigures.parse(step.figures)
  return {
    ...{ kind, partitionId: object ?? '', status, elapsedMs },
    rows: figures?.rows ?? null,
    bytes: figures?.bytes ?? null,
    error: hideError(step, hidden),
  }
}

function hideError({ error }: BenchmarkStep, hidden: boolean): string | null {
  return error !== null && hidden ? 'Only admins can see the reason.' : error
}
