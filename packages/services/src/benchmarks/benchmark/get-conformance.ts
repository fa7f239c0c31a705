import type { BenchmarkStep } from '@frostline/db'
import { conformanceChecks, conformanceSpec } from '@frostline/domain'
import { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { runRef } from '../../platform/run/run-schema.ts'
import { findBenchmark } from './benchmark-run.ts'
import { listSent } from './list-sent.ts'
import type { ConformanceDetail, ConformanceResult } from './schema.ts'
import { countBenchmarkSteps, listScratchLeft, toBenchmarkSummary } from './to-summary.ts'

/** One conformance check of a disk: what passed, and how long it took. */
export async function getConformance(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<ConformanceDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const benchmark = await findBenchmark(ctx.db, id, 'conformance')
  const [counts, steps, scratchLeft] = await Promise.all([
    countBenchmarkSteps(ctx.db, [id]),
    ctx.db.benchmarkStep.findMany({ where: { benchmarkId: id }, orderBy: { ordinal: 'asc' } }),
    listScratchLeft(ctx.db, id),
  ])
  return {
    ...toBenchmarkSummary(ctx, benchmark, counts(id)),
    spec: conformanceSpec.parse(benchmark.spec),
    checks: steps.flatMap((step) => toResult(step) ?? []),
    sent: await listSent(ctx.db, id, steps),
    scratchLeft,
  }
}

function toResult(step: BenchmarkStep): ConformanceResult | null {
  const check = conformanceChecks.find((each) => each === step.kind)
  if (!check) return null
  const { status, elapsedMs, sentAt, queryId, statement, error } = step
  return { ...{ check, status, elapsedMs, sentAt, queryId, statement, error }, note: describe(step) }
}

const written = z.object({ parts: z.number(), bytes: z.string() })
const left = z.object({
  objectsWritten: z.string().nullable(),
  objectsLeft: z.string(),
  proof: z.enum(['log', 'metadata']),
})
const cached = z.object({ cacheBytes: z.string(), storeBytes: z.string() })

function describe({ figures }: BenchmarkStep): string | null {
  const wrote = written.safeParse(figures).data
  if (wrote) return `${wrote.parts} parts, ${wrote.bytes} bytes`
  const looked = left.safeParse(figures).data
  if (looked)
    return looked.proof === 'log'
      ? `${looked.objectsWritten} objects written, ${looked.objectsLeft} left, by the request log of the store`
      : `${looked.objectsLeft} objects left, by the metadata of the node`
  const read = cached.safeParse(figures).data
  return read ? `${read.cacheBytes} bytes from the cache, ${read.storeBytes} from the store` : null
}
