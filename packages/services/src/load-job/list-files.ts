import type { Prisma } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { escapeLike } from '../base/escape-like.ts'
import { parseInput } from '../base/parse-input.ts'
import { renderCsvRow } from '../base/render-csv-row.ts'
import { type LoadFileView, listLoadFilesInput } from './job-schema.ts'
import { findLoad } from './load-run.ts'

/**
 * A page of the manifest with what became of each object, in its order.
 * @throws ServiceError `not_found`
 */
export async function listLoadFiles(
  ctx: ServiceContext,
  given: z.input<typeof listLoadFilesInput>,
): Promise<{ total: number; files: LoadFileView[]; next: number | null }> {
  await authorize(ctx, 'viewer')
  const { id, status, search, after, limit } = parseInput(listLoadFilesInput, given)
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
  const files = rows.slice(0, limit)
  return { total, files, next: rows.length > files.length ? (files.at(-1)?.ordinal ?? null) : null }
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
