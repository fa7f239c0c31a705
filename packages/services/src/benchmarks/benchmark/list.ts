import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { pageOfRuns, whereListed } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { type BenchmarkSummary, listBenchmarksInput } from './schema.ts'
import { countBenchmarkSteps, toBenchmarkSummary } from './to-summary.ts'

/** Newest first. */
export async function listBenchmarks(
  ctx: ServiceContext,
  given: z.input<typeof listBenchmarksInput>,
): Promise<{ benchmarks: BenchmarkSummary[]; next: string | null }> {
  const { kind, after, limit, ...filter } = await authorizeInput(ctx, 'viewer', listBenchmarksInput, given)
  const rows = await ctx.db.benchmark.findMany({
    where: { run: whereListed(ctx.actor, filter), ...(kind ? { kind } : {}) },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const steps = await countBenchmarkSteps(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    benchmarks: page.map((row) => toBenchmarkSummary(ctx, row, steps(row.id))),
    next,
  }
}
