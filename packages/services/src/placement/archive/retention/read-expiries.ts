import type { Transaction } from '@frostline/db'
import type { z } from 'zod'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { cutPage } from '../../../platform/base/page.ts'
import { pageOfRuns, type RunRefInput, runRef, whereListed } from '../../../platform/run/run-schema.ts'
import { viewRun, withRun } from '../../../platform/run/stored-run.ts'
import { findExpiry, type StoredExpiry } from './expiry-run.ts'
import { type ArchiveExpiryDetail, type ArchiveExpirySummary, listArchiveExpiriesInput } from './schema.ts'

const steps = {
  include: { step: { include: { files: { select: { sizeBytes: true, deletedAt: true } } } } },
} as const

/** One deletion of the files of an archive, with its partitions. */
export async function getArchiveExpiry(
  ctx: ServiceContext,
  given: RunRefInput,
): Promise<ArchiveExpiryDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const expiry = await findExpiry(ctx.db, id)
  const own = await listSteps(ctx.db, [id])
  return {
    ...toSummary(expiry, own),
    steps: own.map(({ step, deletedAt }) => ({
      ...{ shard: step.shard, partition: step.partition, rows: step.rows ?? 0n, deletedAt },
      files: step.files.length,
      deletedFiles: step.files.filter((file) => file.deletedAt !== null).length,
      fileBytes: step.files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0n), 0n),
    })),
  }
}

/** Newest first. */
export async function listArchiveExpiries(
  ctx: ServiceContext,
  given: z.input<typeof listArchiveExpiriesInput>,
): Promise<{ expiries: ArchiveExpirySummary[]; next: string | null }> {
  const input = await authorizeInput(ctx, 'viewer', listArchiveExpiriesInput, given)
  const { cluster, archiveId, after, limit } = input
  const rows = await ctx.db.archiveExpiry.findMany({
    where: { run: whereListed(ctx.actor, { cluster }), ...(archiveId === undefined ? {} : { archiveId }) },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const own = await listSteps(
    ctx.db,
    page.map(({ id }) => id),
  )
  const ofRun = (id: string) => own.filter(({ expiryId }) => expiryId === id)
  return { expiries: page.map((row) => toSummary(row, ofRun(row.id))), next }
}

function listSteps(tx: Transaction, ids: readonly string[]) {
  return tx.archiveExpiryStep.findMany({
    where: { expiryId: { in: [...ids] } },
    ...steps,
    orderBy: [{ expiryId: 'asc' }, { stepOrdinal: 'asc' }],
  })
}

function toSummary(
  { run, archiveId, database, table }: StoredExpiry,
  own: Awaited<ReturnType<typeof listSteps>>,
): ArchiveExpirySummary {
  return {
    ...viewRun(run),
    ...{ archiveId, database, table, partitions: own.length },
    deletedPartitions: own.filter(({ deletedAt }) => deletedAt !== null).length,
    rows: own.reduce((sum, { step }) => sum + (step.rows ?? 0n), 0n),
  }
}
