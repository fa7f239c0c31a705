import { observeParts } from '@frostline/clickhouse'
import type { Transaction } from '@frostline/db'
import { isExpired, openStatusesOf, removalOf } from '@frostline/domain'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { readCluster } from '../../../platform/reading/read-cluster.ts'
import { changeRun } from '../../../platform/run/order-run.ts'
import { findRestore, restores, type StoredRestore } from '../restore-run.ts'
import {
  type KeepRestoredInput,
  type KeepRestoredPreview,
  keepRestoredInput,
  type SetKeepRestoredInput,
  setKeepRestoredInput,
} from './schema.ts'

/** Which restored rows would be removed again, when, and what would be kept anyway. Changes nothing. */
export async function previewKeepRestored(
  ctx: ServiceContext,
  given: KeepRestoredInput,
): Promise<KeepRestoredPreview> {
  const { id, days } = await authorizeInput(ctx, 'admin', keepRestoredInput, given)
  const restore = await findRestore(ctx.db, id)
  const plan = await planRemoval(ctx.db, restore, days, ctx.now())
  const changed = days === null ? [] : await warnOfChanges(ctx, restore)
  return { ...plan, warnings: [...plan.warnings, ...changed] }
}

/**
 * Changes when restored rows are removed again.
 * @throws ServiceError `conflict` where other rows would be removed than the preview showed.
 */
export async function keepRestored(ctx: ServiceContext, given: SetKeepRestoredInput) {
  const { id, days, expectedRows } = parseInput(setKeepRestoredInput, given)
  const changed = { id, removeAt: null as Date | null }
  const details = { kept: days === null ? 'forever' : `${days} days` }
  await changeRun(
    ctx,
    restores,
    { id },
    { verb: 'keep', isImmediate: true, details },
    async (restore, tx) => {
      const { obstacles, rows, removeAt } = await planRemoval(tx, restore, days, ctx.now())
      if (obstacles.length > 0)
        throw new ServiceError('conflict', obstacles.join(' '), { hint: 'Fix this, then preview again.' })
      if (String(rows) !== expectedRows)
        throw new ServiceError('conflict', `${rows} rows would be removed now, not those that were shown.`, {
          hint: 'Preview again, then set it.',
        })
      const set = { keepDays: days, keepSetBy: ctx.actor.name, keepSetAt: ctx.now(), removeAt }
      await tx.archiveRestore.update({
        where: { id },
        data: days === null ? { keepDays: null, keepSetBy: null, keepSetAt: null, removeAt: null } : set,
      })
      changed.removeAt = removeAt
      return restore.run.status
    },
  )
  return changed
}

async function planRemoval(
  tx: Transaction,
  { id, run, database, table, archiveId }: StoredRestore,
  days: number | null,
  now: Date,
): Promise<KeepRestoredPreview> {
  const steps = await tx.archiveRestoreStep.findMany({
    where: { restoreId: id, removedAt: null },
    include: { step: { select: { rows: true, state: true, partition: true } } },
  })
  const removal = await tx.restoreRemoval.findFirst({
    where: { restoreId: id, run: { status: { in: [...openStatusesOf('restore-removal')] } } },
  })
  const { sourceId, sourceName } = await tx.archive.findUniqueOrThrow({ where: { id: archiveId } })
  const expired = steps.filter(({ step }) => isExpired(step.state))
  return {
    ...{ database, table, partitions: steps.length },
    removeAt: run.status === 'completed' ? removalOf(days, now) : null,
    rows: steps.reduce((sum, { step }) => sum + (step.rows ?? 0n), 0n),
    obstacles: [
      ...(removal ? ['The restored rows are being removed. Cancel the removal first.'] : []),
      ...(steps.length === 0 ? ['All restored rows were removed.'] : []),
    ],
    warnings:
      days === null
        ? []
        : [
            ...(sourceId === null
              ? [`The source ${sourceName} was removed, so the files cannot be checked. All rows stay.`]
              : []),
            ...expired
              .slice(0, 3)
              .map(({ step }) => `The files of partition ${step.partition} were deleted. Its rows stay.`),
          ],
  }
}

/** Partitions that do not have the rows that were restored. The removal compares all of their content, and keeps them. */
async function warnOfChanges(ctx: ServiceContext, restore: StoredRestore): Promise<string[]> {
  const { id, run, database, table } = restore
  const steps = await ctx.db.archiveRestoreStep.findMany({
    where: { restoreId: id, removedAt: null, provedAt: { not: null } },
    include: { step: { select: { rows: true, partition: true, partitionId: true } } },
  })
  const { readings } = await readCluster(ctx, { cluster: run.clusterId, fresh: true }, (reader) =>
    reader.ask(observeParts, { database, table }),
  )
  const rowsOf = new Map(
    readings.map(({ node, value }) => {
      const rows = new Map<string, bigint>()
      for (const part of value) rows.set(part.partition_id, (rows.get(part.partition_id) ?? 0n) + part.rows)
      return [node.name, rows]
    }),
  )
  const notes = steps.flatMap(({ nodeName, step }) => {
    const rows = rowsOf.get(nodeName)
    if (!rows) return [`${nodeName} does not answer, so partition ${step.partition} was not looked at.`]
    const found = rows.get(step.partitionId) ?? 0n
    if (found === (step.rows ?? 0n)) return []
    return [
      found === 0n
        ? `Partition ${step.partition} on ${nodeName} is empty already.`
        : `Partition ${step.partition} on ${nodeName} has ${found} rows, not the ${step.rows} that were restored. It would be kept.`,
    ]
  })
  return notes.length <= 3
    ? notes
    : [...notes.slice(0, 3), `${notes.length - 3} more partitions have such a note.`]
}
