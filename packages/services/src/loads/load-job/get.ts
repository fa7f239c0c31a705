import { duplicateParts, loadSpec, takeOver } from '@frostline/domain'
import { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { type RunRefInput, runRef } from '../../platform/run/run-schema.ts'
import { type LoadBatchDetail, type LoadDetail, loadBatchRef } from './job-schema.ts'
import { findLoad } from './load-run.ts'
import { loadCheckView } from './schema.ts'
import { sumLoadFiles, toLoadSummary } from './to-summary.ts'

const batchColumns = {
  ordinal: true,
  status: true,
  attempt: true,
  files: true,
  sizeBytes: true,
  rows: true,
  waitReason: true,
  keepsStaged: true,
  leftOut: true,
  errorCode: true,
  error: true,
  startedAt: true,
  loadedAt: true,
  finishedAt: true,
} as const

const failureColumns = {
  ordinal: true,
  key: true,
  status: true,
  nodeName: true,
  errorCode: true,
  error: true,
  errorRow: true,
} as const
const maxFailures = 20

/** One load with its batches, without its files and statements (see listLoadFiles, getLoadBatch). */
export async function getLoad(ctx: ServiceContext, given: RunRefInput): Promise<LoadDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const job = await findLoad(ctx.db, id)
  const broken = { jobId: id, status: { in: ['failed' as const, 'changed' as const] } }
  const spec = loadSpec.parse(job.spec)
  const [sums, batches, failed, loaded, failures, arrived] = await Promise.all([
    sumLoadFiles(ctx.db, [id]),
    ctx.db.loadBatch.findMany({ where: { jobId: id }, select: batchColumns, orderBy: { ordinal: 'asc' } }),
    ctx.db.loadFile.groupBy({ by: ['batchOrdinal'], where: broken, _count: true }),
    ctx.db.loadFile.groupBy({
      by: ['batchOrdinal'],
      where: { jobId: id, status: 'loaded' },
      _sum: { sizeBytes: true, rows: true },
    }),
    ctx.db.loadFile.findMany({
      where: broken,
      select: failureColumns,
      orderBy: { ordinal: 'asc' },
      take: maxFailures,
    }),
    spec.quorum > 1 ? listArrived(ctx, id) : Promise.resolve<number[]>([]),
  ])
  const failedOf = new Map(failed.map(({ batchOrdinal, _count }) => [batchOrdinal, _count]))
  const loadedOf = new Map(loaded.map(({ batchOrdinal, _sum }) => [batchOrdinal, _sum]))
  return {
    ...toLoadSummary(job, sums(id)),
    spec,
    checks: z.array(loadCheckView).parse(job.checks),
    takeOvers: z.array(takeOver).parse(job.takeOvers),
    rowsBefore: job.rowsBefore,
    rowsAfter: job.rowsAfter,
    batches: batches.map((batch) => ({
      ...batch,
      awaitsQuorum: batch.waitReason !== null && arrived.includes(batch.ordinal),
      leftOut: z.array(duplicateParts).nullable().parse(batch.leftOut),
      failedFiles: failedOf.get(batch.ordinal) ?? 0,
      loadedBytes: loadedOf.get(batch.ordinal)?.sizeBytes ?? 0n,
      loadedRows: loadedOf.get(batch.ordinal)?.rows ?? 0n,
    })),
    failures,
  }
}

/** Batches that are not complete although all of each is in the table. */
async function listArrived({ db }: ServiceContext, jobId: string): Promise<number[]> {
  const publishes = { some: {}, none: { publishedAt: null } }
  const found = await db.loadBatch.findMany({
    where: { jobId, status: 'publishing', publishes },
    select: { ordinal: true },
  })
  return found.map(({ ordinal }) => ordinal)
}

/** One batch with its statements, newest attempt first, and what it moved into the table. */
export async function getLoadBatch(
  ctx: ServiceContext,
  given: z.input<typeof loadBatchRef>,
): Promise<LoadBatchDetail> {
  const { id, ordinal } = await authorizeInput(ctx, 'viewer', loadBatchRef, given)
  const batch = await ctx.db.loadBatch.findUnique({
    where: { jobId_ordinal: { jobId: id, ordinal } },
    select: {
      ordinal: true,
      statements: {
        omit: { batchId: true, fileOrdinals: true },
        orderBy: [{ attempt: 'desc' }, { sentAt: 'desc' }],
        take: 1_000,
      },
      publishes: {
        omit: { batchId: true, parts: true, floor: true },
        orderBy: [{ nodeName: 'asc' }, { partitionId: 'asc' }],
      },
    },
  })
  if (!batch)
    throw new ServiceError('not_found', `The load ${id} has no batch ${ordinal}.`, {
      hint: 'Refresh the load.',
    })
  return {
    ...batch,
    publishes: batch.publishes.map(({ present, ...publish }) => ({
      ...publish,
      presentRows: presentParts.parse(present).reduce((sum, { rows }) => sum + rows, 0n),
    })),
  }
}

const presentParts = z.array(z.object({ rows: z.string().transform(BigInt) }))
