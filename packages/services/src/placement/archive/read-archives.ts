import type { Transaction } from '@frostline/db'
import { archiveColumn, archiveFolder, contentChecks, expiredStates, priceArchive } from '@frostline/domain'
import { z } from 'zod'
import { holdsVerb, roleAllows } from '../../platform/base/actor.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readPriceBook } from '../../platform/cost/disk-prices.ts'
import { pageOfRuns, type RunRefInput, runRef, whereListed } from '../../platform/run/run-schema.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'
import { findArchive, isSecondPerson, type StoredArchive } from './archive-run.ts'
import {
  type ArchiveDetail,
  type ArchiveStepDetail,
  type ArchiveStepView,
  type ArchiveSummary,
  archiveStepRef,
  listArchiveStepsInput,
  listArchivesInput,
} from './schema.ts'

/** One archive with its figures, without its partitions (see listArchiveSteps). */
export async function getArchive(ctx: ServiceContext, given: RunRefInput): Promise<ArchiveDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const archive = await findArchive(ctx.db, id)
  const sums = await sumArchives(ctx.db, [id])
  const columns = z.array(archiveColumn).parse(archive.columns)
  return {
    ...toSummary(archive, sums),
    ...(await readFaults(ctx.db, id)),
    cost: await priceStored(ctx.db, archive),
    classes: await sumClasses(ctx.db, id),
    storageNote: archive.storageNote,
    comparedAt: archive.comparedAt,
    compareError: archive.compareError,
    folder: `${archive.bucket}/${archive.prefix}${archiveFolder}/`,
    ddl: archive.ddl,
    columns: columns.map(({ name, type, fileType }) => ({ name, type, fileType })),
    mayDropNow:
      (roleAllows(ctx.actor.role, 'admin') || holdsVerb(ctx.actor, 'archives.drop')) &&
      isSecondPerson(archive, ctx.actor),
  }
}

/** The partitions on as many replicas as had the table, against the files. */
async function priceStored(tx: Transaction, archive: StoredArchive): Promise<ArchiveDetail['cost']> {
  const { clusterId } = archive.run
  const [{ book }, nodes, steps] = await Promise.all([
    readPriceBook(tx, clusterId),
    tx.clusterNode.findMany({ where: { clusterId }, select: { name: true, shard: true } }),
    tx.archiveStep.findMany({
      where: {
        ...{ archiveId: archive.id, provedAt: { not: null } },
        state: { notIn: ['kept', 'attached', ...expiredStates] },
      },
      include: { files: { select: { sizeBytes: true } } },
    }),
  ])
  if (steps.length === 0) return null
  const uuids = z.record(z.string(), z.string()).parse(archive.tableUuids)
  const replicasOf = (shard: number) =>
    nodes.filter((node) => node.shard === shard && uuids[node.name] !== undefined).length
  const files = steps.flatMap((step) => step.files)
  const cost = priceArchive(
    {
      replicaBytes: steps.reduce(
        (sum, { shard, bytes }) => sum + (bytes ?? 0n) * BigInt(Math.max(1, replicasOf(shard))),
        0n,
      ),
      fileBytes: files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0n), 0n),
      files: files.length,
    },
    book.object,
  )
  return { currency: book.currency, ...cost }
}

async function sumClasses(tx: Transaction, archiveId: string): Promise<ArchiveDetail['classes']> {
  const groups = await tx.archiveFile.groupBy({
    by: ['storageClass'],
    where: { archiveId, state: 'proved', deletedAt: null },
    _count: true,
    _sum: { sizeBytes: true },
    orderBy: { storageClass: 'asc' },
  })
  return groups.map(({ storageClass, _count, _sum }) => ({
    ...{ storageClass, files: _count, bytes: _sum.sizeBytes ?? 0n },
  }))
}

const faultsShown = 100

async function readFaults(
  tx: Transaction,
  archiveId: string,
): Promise<Pick<ArchiveDetail, 'faults' | 'faultCount'>> {
  const [faultCount, found] = await Promise.all([
    tx.archiveFault.count({ where: { archiveId } }),
    tx.archiveFault.findMany({ where: { archiveId }, orderBy: { key: 'asc' }, take: faultsShown }),
  ])
  const steps = await tx.archiveStep.findMany({
    where: { archiveId, ordinal: { in: found.map(({ stepOrdinal }) => stepOrdinal) } },
    select: { ordinal: true, partition: true },
  })
  const partitionOf = new Map(steps.map(({ ordinal, partition }) => [ordinal, partition]))
  return {
    faultCount,
    faults: found.map(({ key, kind, stepOrdinal }) => ({
      ...{ key, kind, partition: partitionOf.get(stepOrdinal) ?? '' },
    })),
  }
}

/** Newest first. */
export async function listArchives(
  ctx: ServiceContext,
  given: z.input<typeof listArchivesInput>,
): Promise<{ archives: ArchiveSummary[]; next: string | null }> {
  const { cluster, database, table, after, limit } = await authorizeInput(
    ctx,
    'viewer',
    listArchivesInput,
    given,
  )
  const rows = await ctx.db.archive.findMany({
    where: {
      run: whereListed(ctx.actor, { cluster }),
      ...(database === undefined ? {} : { database }),
      ...(table === undefined ? {} : { table }),
    },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const sums = await sumArchives(
    ctx.db,
    page.map(({ id }) => id),
  )
  return { archives: page.map((row) => toSummary(row, sums)), next }
}

/** A page of the partitions of an archive. @throws ServiceError `not_found` */
export async function listArchiveSteps(
  ctx: ServiceContext,
  given: z.input<typeof listArchiveStepsInput>,
): Promise<{ total: number; steps: ArchiveStepView[]; next: number | null }> {
  const { id, after, limit } = await authorizeInput(ctx, 'viewer', listArchiveStepsInput, given)
  const [, total, rows] = await Promise.all([
    findArchive(ctx.db, id),
    ctx.db.archiveStep.count({ where: { archiveId: id } }),
    ctx.db.archiveStep.findMany({
      where: { archiveId: id, ordinal: { gt: after } },
      include: { files: { select: { state: true, sizeBytes: true, checks: true } } },
      orderBy: { ordinal: 'asc' },
      take: limit + 1,
    }),
  ])
  const { page, next } = cutPage(rows, limit, ({ ordinal }) => ordinal)
  return {
    ...{ total, next },
    steps: page.map(({ files, ...step }) => {
      const proved = files.filter(({ state }) => state === 'proved')
      const ranges = proved.flatMap(({ checks }) => contentChecks.parse(checks).keyRange ?? [])
      return {
        ...{ ordinal: step.ordinal, shard: step.shard, partitionId: step.partitionId, state: step.state },
        ...{ partition: step.partition, nodeName: step.nodeName, lateRows: step.lateRows },
        ...{ rows: step.rows ?? step.plannedRows, bytes: step.bytes ?? step.plannedBytes },
        ...{ files: files.length, provedFiles: proved.length, oldest: step.oldestAt, newest: step.newestAt },
        fileBytes: proved.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0n), 0n),
        // One file has its own range. Several are not compared: their values are text.
        keyMin: ranges.length === 1 ? (ranges[0]?.min ?? null) : null,
        keyMax: ranges.length === 1 ? (ranges[0]?.max ?? null) : null,
        checksum: step.checks === null ? null : contentChecks.parse(step.checks).rowSum,
        ...{ manifestKey: step.manifestKey, error: step.error, provedAt: step.provedAt },
      }
    }),
  }
}

/** The files of one partition, and the checksums of its columns. @throws ServiceError `not_found` */
export async function getArchiveStep(
  ctx: ServiceContext,
  given: z.input<typeof archiveStepRef>,
): Promise<ArchiveStepDetail> {
  const { id, ordinal } = await authorizeInput(ctx, 'viewer', archiveStepRef, given)
  const archive = await findArchive(ctx.db, id)
  const step = await ctx.db.archiveStep.findUnique({
    where: { archiveId_ordinal: { archiveId: id, ordinal } },
    include: { files: { orderBy: { ordinal: 'asc' } } },
  })
  if (!step)
    throw new ServiceError('not_found', `The archive ${id} has no partition ${ordinal}.`, {
      hint: 'Refresh the archive.',
    })
  const columns = z.array(archiveColumn).parse(archive.columns)
  const checks = step.checks === null ? null : contentChecks.parse(step.checks)
  return {
    files: step.files.map(({ key, state, attempt, rows, sizeBytes, etag, statement, error }) => ({
      ...{ key, state, attempt, rows, sizeBytes, etag, statement, error },
    })),
    columns: checks
      ? columns.map(({ name }, index) => ({ name, checksum: checks.columnSums[index] ?? '' }))
      : [],
  }
}

interface ArchiveSums {
  states: Map<string, ArchiveSummary['sums']>
  files: Map<string, { files: number; bytes: bigint }>
}

/** Partitions by state and files of archives, in two queries. */
async function sumArchives(tx: Transaction, ids: readonly string[]): Promise<ArchiveSums> {
  const of = { archiveId: { in: [...ids] } }
  const [groups, files] = await Promise.all([
    tx.archiveStep.groupBy({
      by: ['archiveId', 'state'],
      where: of,
      _count: true,
      _sum: { rows: true, bytes: true, plannedRows: true, plannedBytes: true },
    }),
    tx.archiveFile.groupBy({
      by: ['archiveId'],
      where: { ...of, state: 'proved', deletedAt: null },
      _count: true,
      _sum: { sizeBytes: true },
    }),
  ])
  const states = new Map<string, ArchiveSummary['sums']>()
  for (const { archiveId, state, _count, _sum } of groups)
    states.set(archiveId, [
      ...(states.get(archiveId) ?? []),
      {
        ...{ state, partitions: _count },
        rows: _sum.rows ?? _sum.plannedRows ?? 0n,
        bytes: _sum.bytes ?? _sum.plannedBytes ?? 0n,
      },
    ])
  return {
    states,
    files: new Map(
      files.map(({ archiveId, _count, _sum }) => [archiveId, { files: _count, bytes: _sum.sizeBytes ?? 0n }]),
    ),
  }
}

function toSummary(archive: StoredArchive, sums: ArchiveSums): ArchiveSummary {
  const { id, database, table, sourceId, sourceName, bucket, prefix, stage, graceHours } = archive
  const { approvedBy, approvedAt, detachedAt, dropAt, dropApprovedBy, cancelledBy } = archive
  const { keepCount: count, keepUnit: unit, keepSetBy: setBy, keepSetAt: setAt, expiresAt } = archive
  const { holdReason: reason, holdBy: by, holdAt: at, bucketHold, bucketHoldNote } = archive
  const view = viewRun(archive.run)
  return {
    ...view,
    cancelledBy: view.cancelledBy ?? cancelledBy,
    ...{ database, table, sourceId, sourceName, bucket, prefix, stage, graceHours },
    ...{ approvedBy, approvedAt, detachedAt, dropAt, dropApprovedBy, expiresAt },
    retention: count && unit && setBy && setAt ? { count, unit, setBy, setAt } : null,
    storageClass: archive.storageClass,
    hold: reason && by && at ? { reason, by, at } : null,
    bucketHold: bucketHold && { state: bucketHold, note: bucketHoldNote },
    sums: sums.states.get(id) ?? [],
    files: sums.files.get(id)?.files ?? 0,
    fileBytes: sums.files.get(id)?.bytes ?? 0n,
  }
}
