import { claimNewVersions, type LoadFile, storeLoadBatches, type Transaction } from '@frostline/db'
import { type BadRowsRule, checkBadRows, type LoadSpec, loadSpec, planBatches } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { requireNodes } from '../../platform/cluster/require-nodes.ts'
import { orderRun } from '../../platform/run/order-run.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import { retryLoadInput } from './job-schema.ts'
import { listManifest } from './list-manifest.ts'
import { findLoad, loads, refuseLoad, type StoredLoad } from './load-run.ts'
import { observeBadRows } from './observe-bad-rows.ts'
import { refuseBlocking } from './queue-load.ts'

type Found = Pick<LoadFile, 'ordinal' | 'key' | 'sizeBytes' | 'etag' | 'modifiedAt'>

/**
 * Takes up what is not loaded. Files of batches that were given up go into new batches; a batch that has begun to arrive
 * in the table is brought to its end as it is. An object that had changed is loaded as it is now; one that is gone stays
 * out. `badRows` is the rule for what is loaded from now on.
 * @throws ServiceError `conflict` by its state, `invalid` where bad rows cannot be left out so.
 */
export async function retryLoad(ctx: ServiceContext, given: z.input<typeof retryLoadInput>) {
  const { id, badRows } = parseInput(retryLoadInput, given)
  await authorize(ctx, 'operator', { action: 'load-job.retry', objectType: 'load-job', objectName: id })
  const renewed = await inspectChanged(ctx, id)
  const spec = badRows ? await leaveBadRowsOut(ctx, await findLoad(ctx.db, id), badRows) : null
  const details = badRows ? { badRows: badRows.kind, maxRowsPerObject: badRows.maxRowsPerObject } : {}
  const within = async (load: StoredLoad, tx: Transaction) => {
    await requireNodes(tx, load.run.clusterId, loadSpec.parse(load.spec).landing.nodes)
    if (load.sourceId === null)
      refuseLoad(load, 'retried', 'Its source was removed. Start a new load from another source.')
    await tx.loadBatch.updateMany({
      where: { jobId: id, status: { in: ['failed', 'cancelled'] }, publishes: { some: {} } },
      data: { status: 'publishing', finishedAt: null, error: null, errorCode: null },
    })
    await keepStaged(tx, id, badRows === undefined)
    const files = await takeFiles(tx, id, await keepUnclaimed(tx, load, renewed, ctx.now()))
    await rebatch(tx, id, files, loadSpec.parse(load.spec).batch)
    const open = await tx.loadBatch.count({
      // A run that was stopped while the table left some of a batch out ends in the middle of that batch.
      where: { jobId: id, status: { in: ['planned', 'loading', 'publishing'] } },
    })
    if (open === 0) refuseLoad(load, 'retried', 'All objects that still exist are loaded.')
    if (spec) await tx.loadJob.update({ where: { id }, data: { spec } })
  }
  return orderRun(ctx, loads, { id }, 'retry', within, details)
}

/** Batches that were cancelled with all their rows staged go on from there, unless the rule for bad rows is another now. */
async function keepStaged(tx: Transaction, jobId: string, sameRule: boolean): Promise<void> {
  const staged = { jobId, status: 'cancelled' as const, keepsStaged: true }
  if (!sameRule) {
    await tx.loadBatch.updateMany({ where: staged, data: { keepsStaged: false, waitReason: null } })
    return
  }
  const batches = await tx.loadBatch.findMany({ where: staged, select: { ordinal: true } })
  await tx.loadBatch.updateMany({ where: staged, data: { status: 'planned', finishedAt: null } })
  await tx.loadFile.updateMany({
    where: { jobId, status: 'cancelled', batchOrdinal: { in: batches.map(({ ordinal }) => ordinal) } },
    data: { status: 'waiting' },
  })
}

/** Objects whose ETag was another, as they are now. */
async function inspectChanged(ctx: ServiceContext, id: string): Promise<Map<string, Omit<Found, 'ordinal'>>> {
  const job = await findLoad(ctx.db, id)
  const changed = await ctx.db.loadFile.findMany({
    where: { jobId: id, status: 'changed' },
    select: { key: true },
  })
  if (changed.length === 0 || job.sourceId === null) return new Map()
  const { bucket } = loadSpec.parse(job.spec).source
  const { objects } = await withBucket(ctx, { id: job.sourceId, bucket }, ({ store }) =>
    listManifest(store, bucket, { kind: 'keys', keys: changed.map(({ key }) => key) }),
  )
  return new Map(
    objects.map(({ key, sizeBytes, etag, lastModified }) => [
      key,
      { key, sizeBytes, etag, modifiedAt: lastModified },
    ]),
  )
}

/** Without the objects that the pipeline of the load has given to a later one, as they are now. */
async function keepUnclaimed(
  tx: Transaction,
  { id: jobId, pipelineId }: Pick<StoredLoad, 'id' | 'pipelineId'>,
  renewed: Awaited<ReturnType<typeof inspectChanged>>,
  now: Date,
): Promise<typeof renewed> {
  if (pipelineId === null || renewed.size === 0) return renewed
  const own = await claimNewVersions(tx, { pipelineId, jobId, now }, [...renewed.values()])
  return new Map([...renewed].filter(([key]) => own.has(key)))
}

/**
 * Those that no batch will load any more: of batches that were given up, and those that failed in a batch whose others are
 * loaded. With the facts of now where they had changed.
 */
async function takeFiles(
  tx: Transaction,
  jobId: string,
  renewed: ReadonlyMap<string, Omit<Found, 'ordinal'>>,
): Promise<Found[]> {
  const ended = await tx.loadBatch.findMany({
    where: { jobId, status: { in: ['failed', 'cancelled', 'completed'] } },
    select: { ordinal: true },
  })
  const files = await tx.loadFile.findMany({
    where: {
      jobId,
      batchOrdinal: { in: ended.map(({ ordinal }) => ordinal) },
      status: { not: 'loaded' },
    },
    select: { ordinal: true, key: true, sizeBytes: true, etag: true, modifiedAt: true, status: true },
    orderBy: { ordinal: 'asc' },
  })
  return files.flatMap(({ status, ...file }) => {
    if (status !== 'changed') return [file]
    const now = renewed.get(file.key)
    return now ? [{ ...file, ...now }] : []
  })
}

async function rebatch(
  tx: Transaction,
  jobId: string,
  files: readonly Found[],
  limits: { maxBytes: string; maxObjects: number },
): Promise<void> {
  if (files.length === 0) return
  const batches = planBatches(
    files.map((file) => ({ ...file, path: file.key })),
    { maxBytes: BigInt(limits.maxBytes), maxObjects: limits.maxObjects },
  )
  const last = await tx.loadBatch.aggregate({ where: { jobId }, _max: { ordinal: true } })
  const first = (last._max.ordinal ?? -1) + 1
  await storeLoadBatches(
    tx,
    jobId,
    batches.map(({ objects, sizeBytes }, index) => ({
      ordinal: first + index,
      files: objects.length,
      sizeBytes,
    })),
  )
  const placed = batches.flatMap(({ objects }, index) =>
    objects.flatMap((object) => {
      const file = files[object]
      return file ? [{ ...file, batch: first + index }] : []
    }),
  )
  const updated = await tx.$executeRaw`
    UPDATE load_file SET "batchOrdinal" = given.batch, status = 'waiting', "sizeBytes" = given.size::bigint,
      etag = given.etag, "modifiedAt" = given.modified::timestamptz, rows = NULL, "skippedRows" = NULL, error = NULL,
      "errorCode" = NULL, "errorRow" = NULL, "queryId" = NULL, "nodeName" = NULL
    FROM unnest(
      ${placed.map(({ ordinal }) => ordinal)}::int[],
      ${placed.map(({ batch }) => batch)}::int[],
      ${placed.map(({ sizeBytes }) => String(sizeBytes))}::text[],
      ${placed.map(({ etag }) => etag)}::text[],
      ${placed.map(({ modifiedAt }) => modifiedAt.toISOString())}::text[]
    ) AS given(ordinal, batch, size, etag, modified)
    WHERE load_file."jobId" = ${jobId} AND load_file.ordinal = given.ordinal`
  if (updated !== files.length)
    throw new ServiceError('internal', `${updated} of ${files.length} files were put into new batches.`)
}

type LeavingOut = Exclude<BadRowsRule, { kind: 'fail' }>

/**
 * The spec of a load with another rule for the objects that it has not loaded yet. Those that are loaded had no bad row,
 * or were loaded by the rule of before: so a rule that collects stays one, and keeps its table.
 * @throws ServiceError `invalid` where the nodes or the format do not allow it.
 */
async function leaveBadRowsOut(ctx: ServiceContext, job: StoredLoad, rule: LeavingOut): Promise<LoadSpec> {
  const spec = loadSpec.parse(job.spec)
  const before = spec.badRows
  const sameTable =
    before.kind !== 'collect' ||
    (rule.kind === 'collect' &&
      rule.into.database === before.into.database &&
      rule.into.table === before.into.table)
  if (!sameTable)
    throw new ServiceError(
      'invalid',
      `This load saves its bad rows in ${before.into.database}.${before.into.table}.`,
      { hint: 'Keep this table, and change only the max bad rows per object.' },
    )
  const nodes = await observeBadRows(ctx, job.run.clusterId, spec.landing.nodes, rule)
  refuseBlocking(checkBadRows({ rule, format: spec.read.format, nodes }))
  return { ...spec, badRows: rule }
}
