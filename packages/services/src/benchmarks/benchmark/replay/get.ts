import type { BenchmarkStep, ReplayErrorRow, ReplayFormRow, ReplayTargetRow } from '@frostline/db'
import { summarizeReplayErrors, summarizeReplayForms, summarizeReplayTargets } from '@frostline/db'
import { differenceMs, passFigures, replaySpec, replayTargets } from '@frostline/domain'
import type { z } from 'zod'
import { roleAllows } from '../../../platform/base/actor.ts'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { runRef } from '../../../platform/run/run-schema.ts'
import { findBenchmark } from '../benchmark-run.ts'
import { countBenchmarkSteps, toBenchmarkSummary } from '../to-summary.ts'
import type { ReplayDetail, ReplayFormResult, ReplayTargetResult } from './schema.ts'

const maxForms = 200

/** One replay: quantiles, errors and bytes of each target, and the query forms that differ most. */
export async function getReplay(ctx: ServiceContext, given: z.input<typeof runRef>): Promise<ReplayDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const benchmark = await findBenchmark(ctx.db, id, 'replay')
  const [counts, steps, ended, targets, errors, forms] = await Promise.all([
    countBenchmarkSteps(ctx.db, [id]),
    ctx.db.benchmarkStep.findMany({ where: { benchmarkId: id }, orderBy: { ordinal: 'asc' } }),
    ctx.db.replayRun.groupBy({ by: ['step'], where: { benchmarkId: id }, _count: true }),
    summarizeReplayTargets(ctx.db, id),
    summarizeReplayErrors(ctx.db, id),
    summarizeReplayForms(ctx.db, id),
  ])
  const endedOf = new Map(ended.map(({ step, _count }) => [step, _count]))
  const passes = steps.map((step) => toPass(step, endedOf.get(step.ordinal) ?? 0))
  const showsErrors = roleAllows(ctx.actor.role, 'operator')
  const grouped = groupForms(forms)
  return {
    ...toBenchmarkSummary(ctx, benchmark, counts(id)),
    spec: replaySpec.parse(benchmark.spec),
    passes,
    targets: targets.map((row) => toTarget(row, errors, passes, showsErrors)),
    forms: grouped.slice(0, maxForms),
    formsFound: grouped.length,
  }
}

type Pass = ReplayDetail['passes'][number]

function toPass(
  { ordinal, object, round, status, figures, statement, error }: BenchmarkStep,
  ended: number,
): Pass {
  const known = passFigures.safeParse(figures).data
  return {
    ...{ ordinal, target: keyOf(object), round, status, ended, statement, error },
    activeMs: known?.activeMs ?? null,
  }
}

function keyOf(text: string | null) {
  const key = replayTargets.find((each) => each === text)
  if (!key) throw new Error(`A replay has no target ${text}`)
  return key
}

function toTarget(
  row: ReplayTargetRow,
  errors: readonly ReplayErrorRow[],
  passes: readonly Pass[],
  showsErrors: boolean,
): ReplayTargetResult {
  const target = keyOf(row.target)
  const activeMs = passes.reduce((sum, pass) => sum + (pass.target === target ? (pass.activeMs ?? 0) : 0), 0)
  const [p50, p75, p90, p95, p99, p999] = row.quantiles ?? []
  return {
    target,
    ...{ runs: row.runs, failed: row.failed, again: row.again },
    quantilesMs:
      p50 === undefined || p75 === undefined || p90 === undefined
        ? null
        : { p50, p75, p90, p95: p95 ?? p90, p99: p99 ?? p90, p999: p999 ?? p90 },
    ...{ meanMs: row.mean_ms, slowestMs: row.slowest_ms, serverMedianMs: row.server_median_ms },
    perSecond: activeMs > 0 ? (row.runs * 1_000) / activeMs : null,
    errors: errors
      .filter((error) => error.target === target)
      .map(({ code, runs, example }) => ({ code, runs, example: showsErrors ? example : null })),
    ...toAmounts(row),
  }
}

function groupForms(rows: readonly ReplayFormRow[]): ReplayFormResult[] {
  const forms = new Map<string, Omit<ReplayFormResult, 'differenceMs'>>()
  for (const row of rows) {
    const form = forms.get(row.form_hash) ?? {
      formHash: row.form_hash,
      form: row.form,
      queries: 0,
      targets: [],
    }
    form.queries = Math.max(form.queries, row.queries)
    form.targets.push({
      target: keyOf(row.target),
      ...{ runs: row.runs, failed: row.failed, totalMs: row.total_ms },
      ...{ medianMs: row.median_ms, p95Ms: row.p95_ms },
      ...toAmounts(row),
    })
    forms.set(row.form_hash, form)
  }
  return [...forms.values()]
    .map((form) => ({ ...form, differenceMs: differenceMs(form.targets) }))
    .toSorted((a, b) => b.differenceMs - a.differenceMs)
}

function toAmounts(row: ReplayTargetRow | ReplayFormRow) {
  return {
    counted: row.counted,
    readRows: row.read_rows,
    readBytes: row.read_bytes,
    storeBytes: row.store_bytes,
    missedBytes: row.missed_bytes,
    cacheBytes: row.cache_bytes,
    storeRequests: row.store_requests,
  }
}
