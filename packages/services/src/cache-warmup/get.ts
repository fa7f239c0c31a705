import type { CacheWarmupRun } from '@frostline/db'
import { compareRuns, type MeasuredRun, warmupSpec } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { findRun } from '../run/run-of-kind.ts'
import { runRef } from '../run/run-schema.ts'
import { hideSql, hidesSql } from './require-role.ts'
import type { WarmupDetail } from './schema.ts'
import { sumWarmupSteps, toWarmupSummary } from './to-summary.ts'
import { warmups } from './warmup-run.ts'

/** One warm-up, without its steps (see listWarmupSteps). */
export async function getWarmup(ctx: ServiceContext, given: z.input<typeof runRef>): Promise<WarmupDetail> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(runRef, given)
  const warmup = await findRun(ctx.db, warmups, id)
  const [sums, after, runs] = await Promise.all([
    sumWarmupSteps(ctx.db, [id]),
    ctx.db.cacheWarmupStep.aggregate({ where: { warmupId: id }, _sum: { cachedAfterBytes: true } }),
    ctx.db.cacheWarmupRun.findMany({
      where: { warmupId: id },
      omit: { warmupId: true },
      orderBy: { moment: 'asc' },
    }),
  ])
  const spec = warmupSpec.parse(warmup.spec)
  const hides = hidesSql(ctx, spec)
  return {
    ...toWarmupSummary(warmup, sums(id)),
    spec: hideSql(ctx, spec),
    hidesSql: hides,
    columns: warmup.columns,
    cachedAfterBytes: after._sum.cachedAfterBytes,
    runs: hides
      ? runs.map((run) => ({ ...run, error: run.error && 'It failed. Only admins can see the reason.' }))
      : runs,
    comparison: compare(runs),
  }
}

function compare(runs: readonly Omit<CacheWarmupRun, 'warmupId'>[]): WarmupDetail['comparison'] {
  const [before, after] = (['before', 'after'] as const).map((moment) =>
    figuresOf(runs.find((run) => run.moment === moment)),
  )
  return before && after ? compareRuns(before, after) : null
}

function figuresOf(run: Omit<CacheWarmupRun, 'warmupId'> | undefined): MeasuredRun | null {
  if (!run || run.error !== null) return null
  const { elapsedMs, storeBytes, cacheBytes } = run
  return elapsedMs === null || storeBytes === null || cacheBytes === null
    ? null
    : { elapsedMs, storeBytes, cacheBytes }
}
