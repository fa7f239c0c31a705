import {
  collectedBadRows,
  loadProgress,
  stagedParts,
  stagingPrefix,
  tableIdentity,
} from '@frostline/clickhouse'
import type { Prisma } from '@frostline/db'
import { loadSpec } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { escapeLike } from '../../platform/base/escape-like.ts'
import { cutPage } from '../../platform/base/page.ts'
import { renderCsvRow } from '../../platform/base/render-csv-row.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { type RunRefInput, runRef } from '../../platform/run/run-schema.ts'
import {
  type BadRowsView,
  badRowsInput,
  type LoadFileView,
  type LoadProgressView,
  listLoadFilesInput,
} from './job-schema.ts'
import { findLoad } from './load-run.ts'

/** What each node does now for the statements of a load that are under way. Nothing under way: no node is asked. */
export async function getLoadProgress(ctx: ServiceContext, given: RunRefInput): Promise<LoadProgressView> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const job = await findLoad(ctx.db, id)
  const statements = await ctx.db.loadStatement.findMany({
    where: { status: 'sent', batch: { jobId: id } },
    select: { queryId: true },
    take: 1_000,
  })
  const queryIds = statements.map(({ queryId }) => queryId)
  if (queryIds.length === 0)
    return { observedAt: ctx.now(), nodes: [], queries: [], data: { nodes: [], readBytes: 0n } }
  const { database } = loadSpec.parse(job.spec).landing
  const reading = await readCluster(ctx, { cluster: job.run.clusterId, fresh: false }, async (reader) => {
    const [[doing], [staged]] = await Promise.all([
      reader.ask(loadProgress, { query_ids: queryIds }, { ttlMs: 1_000 }),
      reader.ask(stagedParts, { database, prefix: stagingPrefix(id) }, { ttlMs: 1_000 }),
    ])
    return doing && staged && { ...doing, staged }
  })
  const nodes = reading.readings.flatMap(({ node, value }) =>
    value === undefined
      ? []
      : [
          {
            node: node.name,
            statements: Number(value.statements),
            readBytes: value.s3_read_bytes,
            readRows: value.read_rows,
            writtenRows: value.written_rows,
            stagedParts: value.staged.parts,
            stagedBytes: value.staged.bytes,
            memoryBytes: value.memory_bytes,
            requests: value.s3_requests,
            elapsedMs: (value.elapsed ?? 0) * 1_000,
          },
        ],
  )
  return {
    ...reading.envelope,
    data: { nodes, readBytes: nodes.reduce((sum, { readBytes }) => sum + readBytes, 0n) },
  }
}

/**
 * A page of the manifest with what became of each object, in its order.
 * @throws ServiceError `not_found`
 */
export async function listLoadFiles(
  ctx: ServiceContext,
  given: z.input<typeof listLoadFilesInput>,
): Promise<{ total: number; files: LoadFileView[]; next: number | null }> {
  const { id, status, search, after, limit } = await authorizeInput(ctx, 'viewer', listLoadFilesInput, given)
  const where: Prisma.LoadFileWhereInput = {
    jobId: id,
    ...(status ? { status } : {}),
    ...(search === '' ? {} : { key: { contains: escapeLike(search), mode: 'insensitive' } }),
  }
  const [, total, rows] = await Promise.all([
    findLoad(ctx.db, id),
    ctx.db.loadFile.count({ where }),
    ctx.db.loadFile.findMany({
      where: { ...where, ordinal: { gt: after } },
      omit: { jobId: true },
      orderBy: { ordinal: 'asc' },
      take: limit + 1,
    }),
  ])
  const { page, next } = cutPage(rows, limit, ({ ordinal }) => ordinal)
  return { total, files: page, next }
}

/** One row of the ledger as CSV; without a file the names of the columns. */
export function renderLoadFileCsv(file?: LoadFileView): string {
  return renderCsvRow(exportColumns, file)
}

const exportColumns = [
  'ordinal',
  'key',
  'sizeBytes',
  'etag',
  'modifiedAt',
  'batchOrdinal',
  'status',
  'attempts',
  'rows',
  'skippedRows',
  'nodeName',
  'queryId',
  'errorCode',
  'error',
  'errorRow',
  'loadedAt',
] as const satisfies readonly (keyof LoadFileView)[]

/**
 * The first rows that a load collected, by object and row, from the nodes that hold them. They are rows of the bucket:
 * for those who may look into it.
 * @throws ServiceError `invalid` for a load that collects none.
 */
export async function listBadRows(
  ctx: ServiceContext,
  given: z.input<typeof badRowsInput>,
): Promise<BadRowsView> {
  const { id, limit, fresh } = await authorizeInput(ctx, 'operator', badRowsInput, given)
  const job = await findLoad(ctx.db, id)
  const { badRows } = loadSpec.parse(job.spec)
  if (badRows.kind !== 'collect')
    throw new ServiceError('invalid', 'This load does not save bad rows.', {
      hint: 'For the next load, choose to save bad rows in a table.',
    })
  const { database, table } = badRows.into
  const reading = await readCluster(ctx, { cluster: job.run.clusterId, fresh }, async (reader) => {
    const there = await reader.ask(tableIdentity, { database, table })
    return there.length === 0 ? [] : reader.ask(collectedBadRows, { database, table, job_id: id, limit })
  })
  const rows = reading.readings
    .flatMap(({ node, value }) =>
      value.map(({ object, row_number: rowNumber, reason, raw }) => ({
        node: node.name,
        object,
        rowNumber,
        reason,
        raw,
      })),
    )
    .toSorted((a, b) => compareValues(a.object, b.object) || compareValues(a.rowNumber, b.rowNumber))
    .slice(0, limit)
  return { ...reading.envelope, data: { database, table, rows } }
}
