import type { BenchmarkStep } from '@frostline/db'
import {
  type DiskBenchmarkSpec,
  type DiskRun,
  type DiskStep,
  diskBenchmarkSpec,
  diskSteps,
  insertFigures,
  judgeDiskRead,
  listDiskCases,
  readFigures,
  summarizeDiskRuns,
} from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { runRef } from '../../platform/run/run-schema.ts'
import { findBenchmark } from './benchmark-run.ts'
import { listSent } from './list-sent.ts'
import type { DiskBenchmarkDetail, DiskCaseResult, DiskRunView } from './schema.ts'
import { countBenchmarkSteps, listScratchLeft, toBenchmarkSummary } from './to-summary.ts'

/** One disk benchmark: throughput per shape of table, from the runs that read from the expected disk. */
export async function getDiskBenchmark(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<DiskBenchmarkDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const benchmark = await findBenchmark(ctx.db, id, 'disk')
  const [counts, steps, scratch] = await Promise.all([
    countBenchmarkSteps(ctx.db, [id]),
    ctx.db.benchmarkStep.findMany({ where: { benchmarkId: id }, orderBy: { ordinal: 'asc' } }),
    listScratchLeft(ctx.db, id),
  ])
  const spec = diskBenchmarkSpec.parse(benchmark.spec)
  const runs = steps.map((step) => toRun(step, spec))
  return {
    ...toBenchmarkSummary(ctx, benchmark, counts(id)),
    spec,
    cases: listDiskCases(spec).map((shape) => toCase(shape, steps, runs)),
    runs,
    sent: await listSent(ctx.db, id, steps),
    scratchLeft: scratch,
  }
}

function stepOf({ kind }: BenchmarkStep): DiskStep {
  const step = diskSteps.find((each) => each === kind)
  if (!step) throw new Error(`A disk benchmark has no step ${kind}`)
  return step
}

function toRun(row: BenchmarkStep, spec: DiskBenchmarkSpec): DiskRunView {
  const step = stepOf(row)
  const { ordinal, round, status, elapsedMs, queryId, statement, sentAt } = row
  const insert = step === 'insert' ? insertFigures.safeParse(row.figures).data : undefined
  const read = step === 'insert' ? undefined : readFigures.safeParse(row.figures).data
  const unproved = read || spec.kind === 'local' ? null : 'Its node has no log of the bytes it read.'
  const contradicted =
    step === 'insert' || status !== 'completed'
      ? null
      : read
        ? judgeDiskRead(step, spec.kind, read)
        : unproved
  return {
    ...{ ordinal, step, round, status, elapsedMs, queryId, statement, sentAt, key: row.object ?? '' },
    requests: insert?.storeRequests ?? read?.storeRequests ?? null,
    storeBytes: insert?.storeBytes ?? read?.storeBytes ?? null,
    cacheBytes: read?.cacheBytes ?? null,
    fault: row.error ?? contradicted,
  }
}

function toCase(
  shape: ReturnType<typeof listDiskCases>[number],
  steps: readonly BenchmarkStep[],
  runs: readonly DiskRunView[],
): DiskCaseResult {
  const filled = steps
    .filter(({ object, kind }) => object === shape.key && kind === 'insert')
    .flatMap(({ figures }) => insertFigures.safeParse(figures).data ?? [])
  const last = filled.at(-1)
  const countedOf = (step: DiskStep): DiskRun[] =>
    runs
      .filter((run) => run.key === shape.key && run.step === step && run.status === 'completed')
      .flatMap(({ elapsedMs, requests, fault }) =>
        elapsedMs === null || fault !== null || !last
          ? []
          : [{ elapsedMs, requests, bytes: last.bytes, rows: last.rows }],
      )
  return {
    ...shape,
    files: last?.files ?? null,
    bytes: last?.bytes ?? null,
    steps: {
      insert: summarizeDiskRuns(countedOf('insert')),
      'read-cold': summarizeDiskRuns(countedOf('read-cold')),
      'read-warm': summarizeDiskRuns(countedOf('read-warm')),
    },
  }
}
