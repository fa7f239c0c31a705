import { type Archive, lockRow, notifyChange, type Prisma, type Transaction } from '@frostline/db'
import {
  archiveFolder,
  compareArchiveFiles,
  expiredStates,
  type ProvedObject,
  tableFolder,
} from '@frostline/domain'
import { StoreListingError } from '@frostline/object-store'
import { z } from 'zod'
import { openSource } from '../../../loads/source/open-source.ts'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { type RunRefInput, runRef } from '../../../platform/run/run-schema.ts'
import { findArchive } from '../archive-run.ts'

export const archiveComparison = z.object({
  comparedAt: z.date().nullable().describe('Null: the files were never compared.'),
  error: z.string().nullable().describe('Why the last comparison was not possible.'),
  faults: z.number().int(),
})
type ArchiveComparison = z.infer<typeof archiveComparison>

/** Compares the files of an archive with the bucket now. */
export async function compareArchive(ctx: ServiceContext, given: RunRefInput): Promise<ArchiveComparison> {
  const { id } = await authorizeInput(ctx, 'operator', runRef, given)
  const archive = await findArchive(ctx.db, id)
  const result = await compareFiles(ctx, archive)
  await recordAudit(ctx.db, ctx, {
    ...{ action: 'archive.compare', objectType: 'archive', objectId: id },
    ...{ objectName: `${archive.database}.${archive.table}`, clusterId: archive.run.clusterId },
    clusterName: archive.run.cluster.name,
    outcome: result.error === null ? 'succeeded' : 'failed',
    details: { faults: result.faults },
    ...(result.error === null ? {} : { error: result.error }),
  })
  return result
}

/** Lists the folder of the table, and stores what is not as it was proved. A bucket that cannot be listed proves nothing. */
async function compareFiles(
  ctx: ServiceContext,
  archive: Pick<Archive, 'id' | 'sourceId' | 'sourceName' | 'bucket' | 'prefix' | 'database' | 'table'>,
): Promise<ArchiveComparison> {
  const { id } = archive
  try {
    const comparedAt = ctx.now()
    const before = new Set((await listProved(ctx.db, id)).map(identify))
    const listed = await listFiles(ctx, archive)
    return await ctx.db.$transaction(async (tx) => {
      await lockRow(tx, 'run', id)
      const newer = await tx.archive.findFirst({ where: { id, comparedAt: { gt: comparedAt } } })
      if (newer)
        return {
          ...{ comparedAt: newer.comparedAt, error: newer.compareError },
          faults: await tx.archiveFault.count({ where: { archiveId: id } }),
        }
      // What was written or deleted during the listing may be in it or not.
      const proved = (await listProved(tx, id)).filter((file) => before.has(identify(file)))
      const found = compareArchiveFiles(proved, listed)
      await tx.archiveFault.deleteMany({ where: { archiveId: id } })
      await tx.archiveFault.createMany({
        data: found.map((fault) => ({ ...fault, archiveId: id, foundAt: comparedAt })),
      })
      await recordClasses(tx, id, listed)
      await tx.archive.update({ where: { id }, data: { comparedAt, compareError: null } })
      await notifyChange(tx, 'archive', id)
      return { comparedAt, error: null, faults: found.length }
    })
  } catch (error) {
    if (!(error instanceof StoreListingError) && !(error instanceof ServiceError)) throw error
    const compareError = error.message.slice(0, 2_000)
    await ctx.db.archive.update({ where: { id }, data: { compareError } })
    const { comparedAt } = await ctx.db.archive.findUniqueOrThrow({ where: { id } })
    return {
      comparedAt,
      error: compareError,
      faults: await ctx.db.archiveFault.count({ where: { archiveId: id } }),
    }
  }
}

function identify({ stepOrdinal, key, etag }: ProvedObject): string {
  return `${stepOrdinal} ${etag} ${key}`
}

/** What lifecycle rules have done. Views leave out files that cannot be read any more. */
async function recordClasses(tx: Transaction, archiveId: string, listed: ListedFiles): Promise<void> {
  const files = await tx.archiveFile.findMany({ where: { archiveId, state: 'proved', deletedAt: null } })
  for (const { stepOrdinal, ordinal, key, storageClass: known } of files) {
    const storageClass = listed.get(key ?? '')?.storageClass
    if (storageClass !== undefined && storageClass !== known)
      await tx.archiveFile.update({
        where: { archiveId_stepOrdinal_ordinal: { archiveId, stepOrdinal, ordinal } },
        data: { storageClass },
      })
  }
}

type ListedFiles = Map<string, { sizeBytes: bigint; etag: string; storageClass: string }>

async function listFiles(
  ctx: ServiceContext,
  {
    sourceId,
    sourceName,
    bucket,
    prefix,
    ...at
  }: Pick<Archive, 'sourceId' | 'sourceName' | 'bucket' | 'prefix' | 'database' | 'table'>,
): Promise<ListedFiles> {
  if (sourceId === null)
    throw new ServiceError('conflict', `The source ${sourceName} was removed.`, { hint: 'Add it again.' })
  const source = await openSource(ctx, sourceId)
  try {
    const listed: ListedFiles = new Map()
    const folder = `${prefix}${archiveFolder}/${tableFolder(at)}/`
    for await (const { objects } of source.store.list(bucket, { prefix: folder }))
      for (const { key, ...file } of objects) listed.set(key, file)
    return listed
  } finally {
    source.close()
  }
}

/** Whose files are compared: those of partitions that are not in the table again, and were not deleted by retention. */
const compared = {
  provedAt: { not: null },
  state: { notIn: ['kept', 'attached', ...expiredStates] },
} satisfies Prisma.ArchiveStepWhereInput

async function listProved(tx: Transaction, archiveId: string): Promise<ProvedObject[]> {
  const steps = await tx.archiveStep.findMany({
    where: { archiveId, ...compared },
    include: { files: true },
  })
  return steps.flatMap(({ ordinal, manifestKey, manifestEtag, files }) =>
    [...files, { key: manifestKey, etag: manifestEtag, sizeBytes: null }].flatMap(
      ({ key, etag, sizeBytes }) =>
        key === null || etag === null ? [] : { key, etag, sizeBytes, stepOrdinal: ordinal },
    ),
  )
}

/** How often workers compare the files of each archive. */
const compareEveryMs = 6 * 3_600_000

/** Compares the archive that was not compared for the longest time, if one is due. */
export async function compareDueArchive(ctx: ServiceContext): Promise<void> {
  const now = ctx.now()
  const isDue = {
    OR: [{ compareAfter: null }, { compareAfter: { lt: now } }],
    steps: { some: compared },
  }
  const due = await ctx.db.archive.findFirst({
    where: isDue,
    orderBy: { compareAfter: { sort: 'asc', nulls: 'first' } },
  })
  if (!due) return
  const { count } = await ctx.db.archive.updateMany({
    where: { id: due.id, ...isDue },
    data: { compareAfter: new Date(now.getTime() + compareEveryMs) },
  })
  if (count === 1) await compareFiles(ctx, due)
}
