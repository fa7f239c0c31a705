import type { Transaction } from '@frostline/db'
import type { z } from 'zod'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { cutPage } from '../../../platform/base/page.ts'
import { pageOfRuns, type RunRefInput, runRef, whereListed } from '../../../platform/run/run-schema.ts'
import { viewRun } from '../../../platform/run/stored-run.ts'
import { findRemoval, type StoredRemoval, withRemovedRestore } from './removal-run.ts'
import { listRestoreRemovalsInput, type RestoreRemovalDetail, type RestoreRemovalSummary } from './schema.ts'

/** One removal of restored rows, with its partitions. */
export async function getRestoreRemoval(
  ctx: ServiceContext,
  given: RunRefInput,
): Promise<RestoreRemovalDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const removal = await findRemoval(ctx.db, id)
  const own = await listSteps(ctx.db, [id])
  return {
    ...toSummary(removal, own),
    steps: own.map(({ step, nodeName, state, removedAt }) => ({
      ...{ shard: step.shard, node: nodeName, partition: step.partition, rows: step.rows ?? 0n },
      ...{ state, removedAt },
    })),
  }
}

/** Newest first. */
export async function listRestoreRemovals(
  ctx: ServiceContext,
  given: z.input<typeof listRestoreRemovalsInput>,
): Promise<{ removals: RestoreRemovalSummary[]; next: string | null }> {
  const input = await authorizeInput(ctx, 'viewer', listRestoreRemovalsInput, given)
  const { cluster, restoreId, after, limit } = input
  const rows = await ctx.db.restoreRemoval.findMany({
    where: { run: whereListed(ctx.actor, { cluster }), ...(restoreId === undefined ? {} : { restoreId }) },
    include: withRemovedRestore,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const own = await listSteps(
    ctx.db,
    page.map(({ id }) => id),
  )
  const ofRun = (id: string) => own.filter(({ removalId }) => removalId === id)
  return { removals: page.map((row) => toSummary(row, ofRun(row.id))), next }
}

function listSteps(tx: Transaction, ids: readonly string[]) {
  return tx.restoreRemovalStep.findMany({
    where: { removalId: { in: [...ids] } },
    include: { step: { select: { shard: true, partition: true, rows: true } } },
    orderBy: [{ removalId: 'asc' }, { stepOrdinal: 'asc' }],
  })
}

function toSummary(
  { run, restoreId, restore, database, table, note }: StoredRemoval,
  own: Awaited<ReturnType<typeof listSteps>>,
): RestoreRemovalSummary {
  return {
    ...viewRun(run),
    ...{ restoreId, ...restore, database, table, note, partitions: own.length },
    removedPartitions: own.filter(({ state }) => state === 'removed').length,
    rows: own.reduce((sum, { step }) => sum + (step.rows ?? 0n), 0n),
  }
}
