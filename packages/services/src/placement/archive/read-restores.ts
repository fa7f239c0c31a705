import type { Transaction } from '@frostline/db'
import { contentChecks } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { pageOfRuns, type RunRefInput, runRef, whereListed } from '../../platform/run/run-schema.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'
import { findRestore, type StoredRestore } from './restore-run.ts'
import {
  type ArchiveRestoreDetail,
  type ArchiveRestoreSummary,
  listArchiveRestoresInput,
} from './restore-schema.ts'

const steps = { include: { step: { select: { shard: true, partition: true, rows: true } } } } as const

/** One restore with its partitions and their loads. */
export async function getArchiveRestore(
  ctx: ServiceContext,
  given: RunRefInput,
): Promise<ArchiveRestoreDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const restore = await findRestore(ctx.db, id)
  const own = await listSteps(ctx.db, [id])
  const loads = await ctx.db.run.findMany({
    where: { id: { in: own.flatMap(({ loadId }) => loadId ?? []) } },
    select: { id: true, status: true },
  })
  const statusOf = new Map(loads.map((load) => [load.id, load.status]))
  return {
    ...toSummary(restore, own),
    steps: own.map(({ step, nodeName, loadId, checks, provedAt, removedAt, error }) => ({
      ...{ shard: step.shard, node: nodeName, partition: step.partition, rows: step.rows ?? 0n },
      ...{ loadId, loadStatus: statusOf.get(loadId ?? '') ?? null },
      checksum: checks === null ? null : contentChecks.parse(checks).rowSum,
      ...{ provedAt, removedAt, error },
    })),
  }
}

/** Newest first. */
export async function listArchiveRestores(
  ctx: ServiceContext,
  given: z.input<typeof listArchiveRestoresInput>,
): Promise<{ restores: ArchiveRestoreSummary[]; next: string | null }> {
  const { cluster, archiveId, after, limit } = await authorizeInput(
    ctx,
    'viewer',
    listArchiveRestoresInput,
    given,
  )
  const rows = await ctx.db.archiveRestore.findMany({
    where: { run: whereListed(ctx.actor, { cluster }), ...(archiveId === undefined ? {} : { archiveId }) },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const own = await listSteps(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    restores: page.map((row) =>
      toSummary(
        row,
        own.filter(({ restoreId }) => restoreId === row.id),
      ),
    ),
    next,
  }
}

function listSteps(tx: Transaction, ids: readonly string[]) {
  return tx.archiveRestoreStep.findMany({
    where: { restoreId: { in: [...ids] } },
    ...steps,
    orderBy: [{ restoreId: 'asc' }, { stepOrdinal: 'asc' }],
  })
}

function toSummary(
  { run, ...restore }: StoredRestore,
  own: Awaited<ReturnType<typeof listSteps>>,
): ArchiveRestoreSummary {
  const { archiveId, mode, database, table, provedAt, retrievalTier, retrievedAt } = restore
  const { keepDays, keepSetBy, removeAt, volume, moveId, movedAt } = restore
  return {
    ...viewRun(run),
    ...{ archiveId, mode, database, table, provedAt, partitions: own.length },
    ...{ retrievalTier, retrievedAt, removeAt, volume, moveId, movedAt },
    kept: keepDays === null || keepSetBy === null ? null : { days: keepDays, setBy: keepSetBy },
    removedPartitions: own.filter((each) => each.removedAt !== null).length,
    provedPartitions: own.filter((each) => each.provedAt !== null).length,
    rows: own.reduce((sum, { step }) => sum + (step.rows ?? 0n), 0n),
  }
}
